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
  description: 'From login; else `Authorization: Bearer`, else the cookie `portal_2fa`.',
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
      post('/auth/2fa/verify-login', 'Complete a sign-in with a code of the authenticator', {
        errors: ['INVALID_TEMP_TOKEN', 'INVALID_CODE'],
      }),
    )
    .input(
      z.object({
        code: z
          .string()
          .regex(/^[0-9]{6}$/, 'must be six digits')
          .meta({ example: '492039' }),
        tempToken,
      }),
    )
    .output(SignedIn)
    .mutation(({ ctx, input }) => complete(ctx, waiting(ctx, input.tempToken), { by: 'totp', code: input.code })),

  verifyBackupCode: publicProcedure
    .meta(
      post('/auth/2fa/verify-backup-code', 'Complete a sign-in with a backup code', {
        errors: ['INVALID_TEMP_TOKEN', 'INVALID_CODE'],
      }),
    )
    .input(z.object({ code: BackupCode, tempToken }))
    .output(SignedIn.extend({ backupCodesRemaining: z.number().int() }))
    .mutation(({ ctx, input }) =>
      complete(ctx, waiting(ctx, input.tempToken), { by: 'backup_code', code: input.code }),
    ),
};
