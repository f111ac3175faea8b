import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { clearSessionCookies, dropSessionCookies, presentedTokens } from '../../server/identity/cookies.ts';
import { verifyPassword } from '../../server/identity/password.ts';
import { record, recordHourly } from '../../server/identity/security-trail.ts';
import { networkOfRequest } from '../../server/identity/sender.ts';
import { assertWithinLimit, setLimitHeaders } from '../../server/limits/limits.ts';
import type { AccountContext } from '../../server/trpc/context.ts';
import { publicProcedure, signedIn } from '../../server/trpc/procedures.ts';
import { Nothing, Ok } from '../values/shapes.ts';
import { type Account, findAccount, lockPassword } from './find-account.ts';
import { answerSignIn, beginSignIn, SignInAnswer } from './finish-sign-in.ts';
import { countLogin } from './login-limit.ts';
import { deviceOf } from './own-device.ts';
import { authRoutes } from './routes.ts';
import { Email, TypedPassword } from './shapes.ts';
import { endPresentedSessions } from './start-session.ts';
import { attemptSourceOf, clearFailures, countAttempt, equalizeTiming } from './wrong-passwords.ts';

const { post } = authRoutes('Authentication');

const Credentials = z.object({
  email: Email.meta({ description: 'Address of the account.', example: 'demo@example.com' }),
  password: TypedPassword.describe('Password of the account.'),
});

/**
 * Records a sign-in that was refused whatever its password, once an hour for each account and reason. Nobody waits for
 * it: the answer must not take longer for addresses that have an account.
 */
function noteRefusal({ db, request, deps }: AccountContext, account: Account | undefined, reason: string) {
  if (!account) return;
  const about = { userId: account.id, orgId: account.orgId ?? undefined, details: { reason } };
  recordHourly(db, request, { type: 'sign_in_refused', ...about }, ['sign_in_refused', account.id, reason]).catch(
    (err) => deps.log.warn({ err }, 'A refused sign-in could not be recorded.'),
  );
}

export const signInProcedures = {
  login: publicProcedure
    .meta(
      post('/auth/login', 'Sign in', {
        description:
          'Starts a session in the organization used last. With two-factor sign-in on, the response holds a token for the second step instead. Ten wrong passwords in a row, each within 15 minutes of the one before, lock the account for 15 minutes, for all devices that have not signed in to it with its current password; a device that has, known by the cookie `portal_device`, has ten of its own, and five attempts in 15 minutes besides those of its IP address. `FORBIDDEN`: the operator of the portal has locked the account. `SIGN_IN_METHOD`: the password is right, and an organization has closed this way.',
        returns: 'The signed-in user and the session cookies, or the token for the second step.',
        limit: 'login',
        support: 'always',
        errors: ['INVALID_CREDENTIALS', 'FORBIDDEN', 'SIGN_IN_METHOD'],
      }),
    )
    .input(Credentials)
    .output(SignInAnswer)
    .mutation(async ({ ctx, input: { email, password } }) => {
      const { db, request, reply } = ctx;
      const account = await findAccount(db, eq(users.email, email));
      const { quota } = await countLogin(ctx, {
        email,
        device: deviceOf(ctx, { email, passwordHash: account?.passwordHash }),
      });
      setLimitHeaders(reply, quota);
      assertWithinLimit(quota);
      const source = attemptSourceOf(ctx, { email, passwordHash: account?.passwordHash });
      await countAttempt(db, source).catch((error) => {
        noteRefusal(ctx, account, 'too_many_attempts');
        throw error;
      });

      const correct = await verifyPassword(networkOfRequest(request), account?.passwordHash, password);
      const about = { userId: account?.id, orgId: account?.orgId ?? undefined, details: { by: 'password' } };
      if (!correct || !account) {
        await (account ? record(db, request, { type: 'sign_in_failed', ...about }) : equalizeTiming(db, source));
        throw new PortalError('INVALID_CREDENTIALS');
      }

      const started = await db.transaction(async (tx) => {
        const current = await lockPassword(tx, account);
        const begun = await beginSignIn(tx, ctx, current, 'password');
        if (!(begun instanceof PortalError) || begun.errorCode === 'SIGN_IN_METHOD') await clearFailures(tx, source);
        return begun;
      });
      if (started instanceof PortalError) {
        if (started.errorCode === 'FORBIDDEN') noteRefusal(ctx, account, 'locked');
        throw started;
      }
      return answerSignIn(ctx, started);
    }),

  logout: publicProcedure
    .meta(
      post('/auth/logout', 'Sign out', {
        description:
          'Ends the session and clears the cookies; if they belong to several sessions, ends all of them; in a support session, ends the operator’s own session too. The cookies are also cleared with the 401 for a session that has already ended; another error leaves them as they are.',
        returns: 'The session has ended.',
        // Begins as a route for anyone, so that the 401 can clear cookies.
        access: 'person',
        creates: false,
        support: 'always',
      }),
    )
    .use(async ({ ctx, next }) => {
      // With the 401 as well, so that a browser with an expired session loses its cookies too.
      if (ctx.caller.kind === 'stranger') {
        // The cookie that is read first may be of an ended session, and another of one that goes on.
        if (presentedTokens(ctx.request).length > 0)
          await ctx.db.transaction((tx) => endPresentedSessions(tx, ctx.request));
        dropSessionCookies(ctx.reply);
      }
      return next();
    })
    .use(signedIn)
    .input(Nothing)
    .output(Ok)
    .mutation(async ({ ctx: { db, request, reply } }) => {
      await db.transaction((tx) => endPresentedSessions(tx, request));
      clearSessionCookies(reply);
      return { ok: true };
    }),
};
