import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { sessions, users } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { hashPassword, refuseCommon, verifyPassword } from '../../server/identity/password.ts';
import { record } from '../../server/identity/security-trail.ts';
import type { Outbox } from '../../server/mail/outbox.ts';
import { limited, publicProcedure, signedInProcedure } from '../../server/trpc/ladder.ts';
import { Ok } from '../shapes.ts';
import { mayMail } from './mail-budgets.ts';
import { passwordChangedMail } from './mails.ts';
import { holderOf, redeemToken, voidTokens } from './one-time-tokens.ts';
import { lastUsed } from './org/home.ts';
import { queueResetRequest } from './reset-requests.ts';
import { authRoutes } from './routes.ts';
import { ChosenPassword, Email, Token, TypedPassword } from './shapes.ts';
import { signIn } from './start-session.ts';
import { countAttempt, forgetFailures } from './wrong-passwords.ts';

const authentication = authRoutes('Authentication');
const account = authRoutes('Account');

const SENT = 'If this address has an account, an email with a link to reset the password is on its way.';

/** Whoever knew the old password, or held a link to change it, knows and holds nothing any more; the owner is told. */
async function closeOldDoors(tx: AccountDb, mail: Outbox, user: { id: string; email: string }) {
  // Tokens first: a second step under way holds its own, and the session that it opens is to end as well.
  await voidTokens(tx, user.id, ['password_reset', 'second_factor']);
  await tx.delete(sessions).where(eq(sessions.userId, user.id));
  await mail.queue(tx, user.email, passwordChangedMail());
}

export const passwordProcedures = {
  forgotPassword: publicProcedure
    .meta(
      authentication.post('/auth/forgot-password', 'Request a password reset', {
        description:
          'Emails a reset link, valid for one hour, if the address has an account; earlier links stop working. The response is the same for an unknown address. An address gets at most three requested emails an hour.',
        returns: 'The request was accepted.',
        limit: 'mailRequests',
      }),
    )
    .input(z.object({ email: Email.describe('Address of the account.') }))
    .output(Ok.extend({ message: z.string().meta({ description: 'A sentence for the user.', example: SENT }) }))
    .mutation(async ({ ctx, input: { email } }) => {
      if (await mayMail(ctx, email)) await queueResetRequest(ctx, email);
      return { ok: true, message: SENT };
    }),

  resetPassword: publicProcedure
    .meta(
      authentication.post('/auth/reset-password', 'Reset the password', {
        description:
          'Sets a new password with the token from the reset email. The address counts as verified, and all sessions of the account end. It does not sign in.',
        returns: 'The password is changed.',
        errors: ['INVALID_TOKEN'],
      }),
    )
    .input(z.object({ token: Token.describe('Token from the reset link.'), password: ChosenPassword }))
    .output(Ok)
    .mutation(async ({ ctx: { db, deps, request }, input: { token, password } }) => {
      const { env, mail } = deps;
      await refuseCommon(env, 'password', password);
      // Hashing is dear, and is not done for everybody who makes up a token.
      const userId = await holderOf(db, 'password_reset', token);
      if (!userId) throw new PortalError('INVALID_TOKEN');

      const passwordHash = await hashPassword(password);
      await db.transaction(async (tx) => {
        // The token came to the address: that proves it as well as a verification would.
        const change = { passwordHash, emailVerified: true };
        const [user] = await tx.update(users).set(change).where(eq(users.id, userId)).returning();
        if (!user || !(await redeemToken(tx, 'password_reset', token))) throw new PortalError('INVALID_TOKEN');

        await closeOldDoors(tx, mail, user);
        await voidTokens(tx, userId, ['email_verification']);
        await forgetFailures(tx, user.email);
        await record(tx, request, { type: 'password_reset', userId, orgId: await lastUsed(tx, userId) });
      });
      return { ok: true };
    }),
};

export const changePassword = signedInProcedure
  .meta(
    account.post('/auth/account/change-password', 'Change the password', {
      description:
        'Needs the current password. All sessions end and this browser gets a new one; the user is notified by email. A wrong current password counts as a failed sign-in.',
      returns: 'The password is changed, and the cookies hold a new session.',
      errors: ['INVALID_PASSWORD'],
    }),
  )
  .input(z.object({ currentPassword: TypedPassword, newPassword: ChosenPassword }))
  .use(limited('login'))
  .output(Ok)
  .mutation(async ({ ctx, input: { currentPassword, newPassword } }) => {
    const { db, user, request, deps } = ctx;
    const { clientId: orgId } = ctx.session.organization;
    await refuseCommon(deps.env, 'newPassword', newPassword);
    await countAttempt(db, user.email);

    const [known] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, user.id));
    if (!known || !(await verifyPassword(known.hash, currentPassword))) {
      await record(db, request, { type: 'password_change_failed', userId: user.id, orgId });
      throw new PortalError('INVALID_PASSWORD');
    }

    const passwordHash = await hashPassword(newPassword);
    await db.transaction(async (tx) => {
      // Of two changes at once the second no longer knows the current password.
      const unchanged = and(eq(users.id, user.id), eq(users.passwordHash, known.hash));
      const [changed] = await tx.update(users).set({ passwordHash }).where(unchanged).returning({ id: users.id });
      if (!changed) throw new PortalError('INVALID_PASSWORD');
      await closeOldDoors(tx, deps.mail, user);
      await forgetFailures(tx, user.email);
      await record(tx, request, { type: 'password_changed', userId: user.id, orgId });
    });
    await signIn(ctx, user.id, orgId);
    return { ok: true };
  });
