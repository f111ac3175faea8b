import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { record } from '../../server/identity/security-trail.ts';
import { isVerifiedByOwner } from '../../server/identity/verified.ts';
import type { AccountContext } from '../../server/trpc/context.ts';
import { limited, publicProcedure, signedInProcedure } from '../../server/trpc/procedures.ts';
import { Nothing, Ok } from '../values/shapes.ts';
import { confirmEmailChange, undoEmailChange } from './account/apply-email-change.ts';
import { findEmailChange } from './account/email-changes.ts';
import { holdsAccount } from './account/owner-proof.ts';
import { mayRequestMail } from './mail-limits.ts';
import { verificationMail } from './mails.ts';
import { findTokenUser, issueToken, redeemToken } from './one-time-tokens.ts';
import { lastUsedOrganization } from './org/memberships.ts';
import { authRoutes } from './routes.ts';
import { Token, TypedPassword, User } from './shapes.ts';

const { post } = authRoutes('Authentication');

const Verification = z.object({
  token: Token.describe('Token from the link of the mail.'),
  password: TypedPassword.optional().describe('Password of the account; not needed with its session.'),
  asOwner: z
    .boolean()
    .optional()
    .describe('With `true`, a caller with the token alone is refused with `INVALID_PASSWORD`; nothing is verified.'),
});

type Verification = z.output<typeof Verification>;

/** Verifies the address that a token was sent to. @throws INVALID_TOKEN, INVALID_PASSWORD, RATE_LIMITED */
async function verifyAddress(ctx: AccountContext, userId: string, { token, ...proof }: Verification) {
  const { db, request } = ctx;
  const held = await holdsAccount(ctx, userId, proof);
  return db.transaction(async (tx) => {
    // A link that strangers caused takes nothing from an account whose owner has verified the address.
    const verified = { emailVerified: true, verifiedByLink: held ? false : sql`not ${isVerifiedByOwner}` };
    const [user] = await tx.update(users).set(verified).where(eq(users.id, userId)).returning();
    if (!user || !(await redeemToken(tx, 'email_verification', token))) throw new PortalError('INVALID_TOKEN');

    const about = { userId, orgId: await lastUsedOrganization(tx, userId) };
    await record(tx, request, { type: 'email_verified', ...about, details: held ? {} : { by: 'link' } });
    return user;
  });
}

export const emailProcedures = {
  verifyEmail: publicProcedure
    .meta(
      post('/auth/verify-email', 'Verify an email address', {
        description:
          'Takes the token from the verification email, which is valid for 24 hours and works once, or from either email about a change of address: that to the new address puts the change in force, that to the old address undoes it. Send the session of the account, or its password, along. With the token alone, from a browser that has never signed in to the account, the address counts as verified, but the account keeps the limits of an unverified one and a password reset clears it: somebody else may have registered the address. A further link, from `/auth/resend-verification`, ends that when it is sent with the session or password.',
        returns: 'The user, with the address verified.',
        errors: ['INVALID_TOKEN', 'INVALID_PASSWORD'],
      }),
    )
    .input(Verification)
    .output(Ok.extend({ user: User }))
    .mutation(async ({ ctx, input }) => {
      const { token } = input;
      const userId = await findTokenUser(ctx.db, 'email_verification', token);
      if (userId) return { ok: true, user: await verifyAddress(ctx, userId, input) };

      const found = await findEmailChange(ctx.db, token);
      if (!found) throw new PortalError('INVALID_TOKEN');
      const { change, does } = found;
      if (does === 'undo') return { ok: true, user: await undoEmailChange(ctx, change, token) };
      const held = await holdsAccount(ctx, change.userId, input);
      return { ok: true, user: await confirmEmailChange(ctx, change, token, held) };
    }),

  resendVerification: signedInProcedure
    .meta(
      post('/auth/resend-verification', 'Resend verification email', {
        description:
          'Emails the signed-in user a new verification link; earlier links stop working. Does nothing for a verified address, or after three requested emails to the address within an hour, unless none of them was asked for on a device of the user.',
        returns: 'The request was accepted.',
        besides: 'mailRequests',
      }),
    )
    .use(limited('mailRequests'))
    .input(Nothing)
    .output(Ok)
    .mutation(async ({ ctx }) => {
      const { user, db, deps } = ctx;
      if (user.emailVerified || !(await mayRequestMail(ctx, user.email))) return { ok: true };

      await db.transaction(async (tx) => {
        const token = await issueToken(tx, 'email_verification', user.id);
        await deps.mail.queue(tx, user.email, verificationMail(token));
      });
      return { ok: true };
    }),
};
