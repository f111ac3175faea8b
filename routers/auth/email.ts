import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { record } from '../../server/identity/security-trail.ts';
import { limited, publicProcedure, signedInProcedure } from '../../server/trpc/ladder.ts';
import { Nothing, Ok } from '../shapes.ts';
import { mayRequestMail } from './mail-limits.ts';
import { verificationMail } from './mails.ts';
import { findTokenUser, issueToken, redeemToken } from './one-time-tokens.ts';
import { lastUsedOrganization } from './org/memberships.ts';
import { authRoutes } from './routes.ts';
import { Token, User } from './shapes.ts';

const { post } = authRoutes('Authentication');

export const emailProcedures = {
  verifyEmail: publicProcedure
    .meta(
      post('/auth/verify-email', 'Verify an email address', {
        description: 'Takes the token from the verification email. The token is valid for 24 hours and works once.',
        returns: 'The user, with the address verified.',
        errors: ['INVALID_TOKEN'],
      }),
    )
    .input(z.object({ token: Token.describe('Token from the verification link.') }))
    .output(Ok.extend({ user: User }))
    .mutation(async ({ ctx: { db, request }, input: { token } }) => {
      const userId = await findTokenUser(db, 'email_verification', token);
      if (!userId) throw new PortalError('INVALID_TOKEN');

      const user = await db.transaction(async (tx) => {
        const [verified] = await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId)).returning();
        if (!verified || !(await redeemToken(tx, 'email_verification', token))) throw new PortalError('INVALID_TOKEN');

        await record(tx, request, { type: 'email_verified', userId, orgId: await lastUsedOrganization(tx, userId) });
        return verified;
      });
      return { ok: true, user };
    }),

  resendVerification: signedInProcedure
    .meta(
      post('/auth/resend-verification', 'Resend verification email', {
        description:
          'Emails the signed-in user a new verification link; earlier links stop working. Does nothing for a verified address, or after three requested emails to the address within an hour, unless this device has asked for none of them.',
        returns: 'The request was accepted.',
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
