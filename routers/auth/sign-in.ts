import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { sessions, users } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { clearSessionCookies, setHalfwayCookie } from '../../server/identity/cookies.ts';
import { verifyPassword } from '../../server/identity/password.ts';
import { record } from '../../server/identity/security-trail.ts';
import { limited, publicProcedure, signedIn } from '../../server/trpc/ladder.ts';
import { Nothing, Ok } from '../shapes.ts';
import { findAccount, holdPassword } from './find-account.ts';
import { mayMail } from './mail-budgets.ts';
import { alreadyRegisteredMail } from './mails.ts';
import { issueToken } from './one-time-tokens.ts';
import { openAccount } from './open-account.ts';
import { homeOf, openHome } from './org/home.ts';
import { findInvitation, takeSeat } from './org/seats.ts';
import { authRoutes } from './routes.ts';
import { ChosenPassword, Email, Name, NewUser, SignedIn, Token, TypedPassword } from './shapes.ts';
import { signIn } from './start-session.ts';
import { countAttempt, forgetFailures, touchFailures } from './wrong-passwords.ts';

const { post } = authRoutes('Authentication');

const Registration = z.object({
  email: Email,
  password: ChosenPassword,
  name: Name.optional().meta({ example: 'Ada Lovelace' }),
  orgName: Name.optional().meta({ example: 'Lovelace Dental' }),
  invitationToken: Token.optional().meta({ description: 'Takes a seat in the inviting organization instead.' }),
});

const Credentials = z.object({ email: Email, password: TypedPassword });

/** The password was right, and a code is asked for before there is a session. */
const HalfSignedIn = z.object({ ok: z.literal(true), requires2FA: z.literal(true), tempToken: z.string() });

export const signInProcedures = {
  register: publicProcedure
    .meta(
      post('/auth/register', 'Register, with an organization of one’s own', {
        status: 201,
        limit: 'register',
        errors: ['EMAIL_EXISTS', 'INVALID_TOKEN'],
      }),
    )
    .input(Registration)
    .output(z.object({ ok: z.literal(true), user: NewUser }))
    .mutation(async ({ ctx, input: { orgName, invitationToken: token, ...account } }) => {
      const { db, deps } = ctx;
      const invitation = token === undefined ? undefined : await findInvitation(db, token, account.email);

      const opened = await openAccount(ctx, account, (tx, user) =>
        token && invitation
          ? takeSeat(tx, ctx.request, { token, orgId: invitation.orgId, userId: user.id })
          : openHome(tx, user, orgName),
      );
      if (!opened) {
        // The one whose address it is learns of it too, and may have forgotten the account.
        const to = account.email;
        if (await mayMail(ctx, to, 'warningsTo')) await deps.mail.queue(db, to, alreadyRegisteredMail());
        throw new PortalError('EMAIL_EXISTS');
      }
      return { ok: true, user: opened.user };
    }),

  login: publicProcedure
    .meta(post('/auth/login', 'Sign in', { limit: 'login', errors: ['INVALID_CREDENTIALS'] }))
    .input(Credentials)
    .use(limited('login'))
    .output(z.union([SignedIn, HalfSignedIn]))
    .mutation(async ({ ctx, input: { email, password } }) => {
      const { db, request, reply } = ctx;
      await countAttempt(db, email);

      const account = await findAccount(db, eq(users.email, email));
      const good = await verifyPassword(account?.passwordHash, password);
      const about = { userId: account?.id, orgId: account?.orgId ?? undefined, details: { by: 'password' } };
      if (!good || !account) {
        await (account ? record(db, request, { type: 'sign_in_failed', ...about }) : touchFailures(db, email));
        throw new PortalError('INVALID_CREDENTIALS');
      }

      const { id, needsCode } = account;
      await forgetFailures(db, email);
      const orgId = account.orgId ?? (await homeOf(db, id));
      if (needsCode) {
        const tempToken = await db.transaction(async (tx) => {
          await holdPassword(tx, account);
          await record(tx, request, { type: 'second_factor_asked', ...about, orgId });
          return issueToken(tx, 'second_factor', id);
        });
        setHalfwayCookie(reply, tempToken);
        return { ok: true, requires2FA: true, tempToken } as const;
      }

      await signIn(ctx, id, orgId, (tx) => holdPassword(tx, account));
      return { ok: true, user: { id, email: account.email, orgId } } as const;
    }),

  logout: publicProcedure
    .meta(post('/auth/logout', 'Sign out'))
    .use(({ ctx, next }) => {
      // Also for a session that is no more: the browser is to forget it.
      clearSessionCookies(ctx.reply);
      return next();
    })
    .use(signedIn)
    .input(Nothing)
    .output(Ok)
    .mutation(async ({ ctx: { db, request, user, session } }) => {
      await db.transaction(async (tx) => {
        const ended = await tx.delete(sessions).where(eq(sessions.id, session.id)).returning({ id: sessions.id });
        const about = { userId: user.id, orgId: session.organization.clientId };
        if (ended.length > 0) await record(tx, request, { type: 'signed_out', ...about });
      });
      return { ok: true };
    }),
};
