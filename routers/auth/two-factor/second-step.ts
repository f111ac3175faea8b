import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { backupCodes, users } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { clearSecondStepCookie, secondStepToken } from '../../../server/identity/cookies.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { bearerOf } from '../../../server/identity/sender.ts';
import type { AccountContext, RequestContext } from '../../../server/trpc/context.ts';
import { publicProcedure } from '../../../server/trpc/procedures.ts';
import { findAccount } from '../find-account.ts';
import { countWrongCode, findTokenUser, lockToken, redeemToken } from '../one-time-tokens.ts';
import { lockUser } from '../org/memberships.ts';
import { authRoutes } from '../routes.ts';
import { AuthenticatorCode, BackupCode, SignedIn, Token } from '../shapes.ts';
import { setSignInCookies, startSession } from '../start-session.ts';
import { checkSecondFactor, type SecondFactorCode } from './second-factor.ts';

const { post } = authRoutes('Two-factor sign-in');

const tempToken = Token.optional().meta({
  description:
    'Token from the login response. By default taken from `Authorization: Bearer`, then from the cookie `portal_2fa`.',
});

/** The token of the sign-in to complete: from the body, the Authorization header or the cookie, in this order. */
const tempTokenOf = ({ request }: RequestContext, given: string | undefined) =>
  given ?? bearerOf(request) ?? secondStepToken(request) ?? '';

/**
 * Completes a sign-in. Code, token and session are one transaction, so that concurrent requests complete it once and
 * every wrong code is counted.
 *
 * @throws INVALID_TEMP_TOKEN, INVALID_CODE, RATE_LIMITED
 */
async function completeSignIn(ctx: AccountContext, token: string, code: SecondFactorCode) {
  const { deps, request, reply } = ctx;
  const outcome = await ctx.db.transaction(async (tx) => {
    const owner = await findTokenUser(tx, 'second_factor', token);
    // A concurrent removal must not miss the session, nor the session start in the organization that was left.
    if (owner) await lockUser(tx, owner);
    const userId = owner && (await lockToken(tx, 'second_factor', token));
    const account = userId ? await findAccount(tx, eq(users.id, userId)) : undefined;
    if (!account?.orgId) return new PortalError('INVALID_TEMP_TOKEN');

    const { id, email, orgId, passwordHash } = account;
    const refusal = await checkSecondFactor(tx, deps.env, id, code);
    if (refusal?.errorCode === 'INVALID_CODE') {
      await countWrongCode(tx, token);
      await record(tx, request, { type: 'second_factor_failed', userId: id, orgId, details: { by: code.by } });
    }
    if (refusal) return refusal;

    await redeemToken(tx, 'second_factor', token);
    const backupCodesRemaining = await tx.$count(backupCodes, eq(backupCodes.userId, id));
    const session = await startSession(tx, ctx, id, orgId, {
      by: code.by,
      ...(code.by === 'backup_code' && { backupCodesRemaining }),
    });
    return { user: { id, email, orgId }, passwordHash, session, backupCodesRemaining };
  });
  if (outcome instanceof PortalError) throw outcome;

  const { user, passwordHash, session, backupCodesRemaining } = outcome;
  setSignInCookies(ctx, { email: user.email, passwordHash }, session);
  clearSecondStepCookie(reply);
  return { ok: true as const, user, backupCodesRemaining };
}

export const secondStepProcedures = {
  verifyLogin: publicProcedure
    .meta(
      post('/auth/2fa/verify-login', 'Complete sign-in with an authenticator code', {
        description:
          'A code works once. Five wrong codes end the sign-in; ten within 15 minutes lock the second factor of the account for the rest of that time.',
        returns: 'The signed-in user; the cookies hold the session.',
        support: 'always',
        errors: ['INVALID_TEMP_TOKEN', 'INVALID_CODE'],
      }),
    )
    .input(
      z
        .object({
          code: AuthenticatorCode,
          tempToken,
        })
        .meta({ examples: [{ code: '492039' }] }),
    )
    .output(SignedIn)
    .mutation(({ ctx, input }) =>
      completeSignIn(ctx, tempTokenOf(ctx, input.tempToken), { by: 'totp', code: input.code }),
    ),

  verifyBackupCode: publicProcedure
    .meta(
      post('/auth/2fa/verify-backup-code', 'Complete sign-in with a backup code', {
        description:
          'A backup code works once. Wrong codes count as for authenticator codes: five end the sign-in, ten within 15 minutes lock the second factor.',
        returns: 'The signed-in user and the number of remaining backup codes; the cookies hold the session.',
        support: 'always',
        errors: ['INVALID_TEMP_TOKEN', 'INVALID_CODE'],
      }),
    )
    .input(z.object({ code: BackupCode, tempToken }).meta({ examples: [{ code: 'k3vn-77aq-w2dm' }] }))
    .output(
      SignedIn.extend({
        backupCodesRemaining: z.number().int().meta({ description: 'Backup codes left.', example: 9 }),
      }),
    )
    .mutation(({ ctx, input }) =>
      completeSignIn(ctx, tempTokenOf(ctx, input.tempToken), { by: 'backup_code', code: input.code }),
    ),
};
