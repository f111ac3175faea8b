import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { hashPassword, rejectCommonPassword } from '../../server/identity/password.ts';
import { networkOfRequest } from '../../server/identity/sender.ts';
import { fingerprint } from '../../server/identity/tokens.ts';
import { publicProcedure } from '../../server/trpc/procedures.ts';
import { Ok } from '../values/shapes.ts';
import { mayRequestMail } from './mail-limits.ts';
import { findTokenUser, redeemToken } from './one-time-tokens.ts';
import { resetAccount } from './reset-account.ts';
import { queueResetRequest } from './reset-requests.ts';
import { authRoutes } from './routes.ts';
import { ChosenPassword, Email, Token } from './shapes.ts';

const { post } = authRoutes('Authentication');

// Tokens that a request is redeeming at the moment, by hash.
const redeeming = new Set<string>();

/** Runs the only redemption of a token at a time. @throws INVALID_TOKEN during another one */
async function claiming<T>(token: string, work: () => Promise<T>): Promise<T> {
  const hash = fingerprint(token);
  if (redeeming.has(hash)) throw new PortalError('INVALID_TOKEN');
  redeeming.add(hash);
  try {
    return await work();
  } finally {
    redeeming.delete(hash);
  }
}

const SENT = 'If this address has an account, an email with a link to reset the password is on its way.';

export const passwordResetProcedures = {
  forgotPassword: publicProcedure
    .meta(
      post('/auth/forgot-password', 'Request a password reset', {
        description:
          'Emails a reset link, valid for one hour, if the address has an account; earlier links stop working. The response is the same for an unknown address. An address gets at most three requested emails an hour, and the first that the account’s own devices ask for besides; past that, the newest link remains valid.',
        returns: 'The request was accepted.',
        limit: 'mailRequests',
      }),
    )
    .input(z.object({ email: Email.describe('Address of the account.') }))
    .output(Ok.extend({ message: z.string().meta({ description: 'A sentence for the user.', example: SENT }) }))
    .mutation(async ({ ctx, input: { email } }) => {
      if (await mayRequestMail(ctx, email)) await queueResetRequest(ctx, email);
      return { ok: true, message: SENT };
    }),

  resetPassword: publicProcedure
    .meta(
      post('/auth/reset-password', 'Reset the password', {
        description:
          'Sets a new password with the token from the reset email. The address counts as verified, and all sessions of the account end. It does not sign in. If the address was never verified by the holder of the account before, somebody else may have registered it: the second factor, memberships in organizations with another administrator, API keys, webhooks and invitations are removed.',
        returns: 'The password is changed.',
        errors: ['INVALID_TOKEN'],
      }),
    )
    .input(z.object({ token: Token.describe('Token from the reset link.'), password: ChosenPassword }))
    .output(Ok)
    .mutation(async ({ ctx: { db, deps, request }, input: { token, password } }) => {
      await rejectCommonPassword('password', password);
      // Hashing is expensive: made-up tokens, and further requests with the same one, are refused before it.
      await claiming(token, async () => {
        const userId = await findTokenUser(db, 'password_reset', token);
        if (!userId) throw new PortalError('INVALID_TOKEN');

        const passwordHash = await hashPassword(networkOfRequest(request), password);
        await db.transaction(async (tx) => {
          const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
          if (!user || !(await redeemToken(tx, 'password_reset', token))) throw new PortalError('INVALID_TOKEN');

          // The token was sent to the address, so it also verifies the address.
          await resetAccount(tx, { deps, request }, user, passwordHash);
        });
      });
      return { ok: true };
    }),
};
