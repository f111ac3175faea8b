import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { backupCodes, users } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { clearHalfwayCookie, halfwayToken, setSessionCookies } from '../../../server/identity/cookies.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { bearerOf } from '../../../server/identity/sender.ts';
import type { AccountContext, RequestContext } from '../../../server/trpc/context.ts';
import { publicProcedure } from '../../../server/trpc/ladder.ts';
import { findAccount } from '../find-account.ts';
import { countWrongCode, holdToken, redeemToken } from '../one-time-tokens.ts';
import { authRoutes } from '../routes.ts';
import { BackupCode, SignedIn, Token } from '../shapes.ts';
import { openSession } from '../start-session.ts';
import { type Code, refusalOf } from './second-factor.ts';

const { post } = authRoutes('Two-factor sign-in');

const tempToken = Token.optional().meta({
  description:
    'Token from the login response. By default taken from `Authorization: Bearer`, then from the cookie `portal_2fa`.',
});

/** The sign-in that waits for a code: in the body, else as a bearer token, else in the cookie of login. */
const waiting = ({ request }: RequestContext, given: string | undefined) =>
  given ?? bearerOf(request) ?? halfwayToken(request) ?? '';

/**
 * Completes a sign-in. The code, the token and the session are one transaction: of twenty at once one gets through, and
 * a wrong code is counted whatever becomes of the others.
 *
 * @throws INVALID_TEMP_TOKEN, INVALID_CODE, RATE_LIMITED
 */
async function complete(ctx: AccountContext, token: string, code: Code) {
  const { deps, request, reply } = ctx;
  const outcome = await ctx.db.transaction(async (tx) => {
    const userId = await holdToken(tx, 'second_factor', token);
    const account = userId ? await findAccount(tx, eq(users.id, userId)) : undefined;
    if (!account?.orgId) return new PortalError('INVALID_TEMP_TOKEN');

    const { id, email, orgId } = account;
    const refusal = await refusalOf(tx, deps.env.ENCRYPTION_KEY, id, code);
    if (refusal?.errorCode === 'INVALID_CODE') {
      await countWrongCode(tx, token);
      await record(tx, request, { type: 'second_factor_failed', userId: id, orgId, details: { by: code.by } });
    }
    if (refusal) return refusal;

    await redeemToken(tx, 'second_factor', token);
    const backupCodesRemaining = await tx.$count(backupCodes, eq(backupCodes.userId, id));
    const session = await openSession(tx, ctx, id, orgId, {
      by: code.by,
      ...(code.by === 'backup_code' && { backupCodesRemaining }),
    });
    return { user: { id, email, orgId }, session, backupCodesRemaining };
  });
  if (outcome instanceof PortalError) throw outcome;

  const { user, session, backupCodesRemaining } = outcome;
  setSessionCookies(reply, session.token, session.expiresAt);
  clearHalfwayCookie(reply);
  return { ok: true as const, user, backupCodesRemaining };
}

export const secondStepProcedures = {
  verifyLogin: publicProcedure
    .meta(
      post('/auth/2fa/verify-login', 'Complete sign-in with an authenticator code', {
        description:
          'A code works once. Five wrong codes end the sign-in; ten within 15 minutes lock the second factor of the account for the rest of that time.',
        returns: 'The signed-in user; the cookies hold the session.',
        errors: ['INVALID_TEMP_TOKEN', 'INVALID_CODE'],
      }),
    )
    .input(
      z
        .object({
          code: z
            .string()
            .regex(/^[0-9]{6}$/, 'must be six digits')
            .meta({ description: 'Six-digit code of the authenticator.', example: '492039' }),
          tempToken,
        })
        .meta({ example: { code: '492039' } }),
    )
    .output(SignedIn)
    .mutation(({ ctx, input }) => complete(ctx, waiting(ctx, input.tempToken), { by: 'totp', code: input.code })),

  verifyBackupCode: publicProcedure
    .meta(
      post('/auth/2fa/verify-backup-code', 'Complete sign-in with a backup code', {
        description:
          'A backup code works once. Wrong codes count as for authenticator codes: five end the sign-in, ten within 15 minutes lock the second factor.',
        returns: 'The signed-in user and the number of remaining backup codes; the cookies hold the session.',
        errors: ['INVALID_TEMP_TOKEN', 'INVALID_CODE'],
      }),
    )
    .input(z.object({ code: BackupCode, tempToken }).meta({ example: { code: 'k3vn-77aq-w2dm' } }))
    .output(
      SignedIn.extend({
        backupCodesRemaining: z.number().int().meta({ description: 'Backup codes left.', example: 9 }),
      }),
    )
    .mutation(({ ctx, input }) =>
      complete(ctx, waiting(ctx, input.tempToken), { by: 'backup_code', code: input.code }),
    ),
};
