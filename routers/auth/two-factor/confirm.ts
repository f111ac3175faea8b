import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { authenticators } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { signedInProcedure } from '../../../server/trpc/procedures.ts';
import { Ok } from '../../values/shapes.ts';
import { lockCaller } from '../lock-caller.ts';
import { authRoutes } from '../routes.ts';
import { AuthenticatorCode } from '../shapes.ts';
import { renewBackupCodes } from './backup-codes.ts';
import { activatePending, findPending } from './pending.ts';
import { recordSecondFactorChange } from './record-second-factor.ts';
import { checkSecondFactor } from './second-factor.ts';
import { BackupCodes } from './settings.ts';

const { post } = authRoutes('Two-factor sign-in');

export const confirmTwoFactor = signedInProcedure
  .meta(
    post('/auth/2fa/confirm', 'Confirm the authenticator', {
      description:
        'Proves that the authenticator works, after which the setup cannot be repeated. One that is pending takes effect by it, and the answer has its backup codes; one in effect is proved now instead of at the next sign-in. The code works once. Wrong codes count as in a sign-in: ten within 15 minutes lock the second factor. `TWO_FACTOR_ALREADY_ENABLED`: a code has proved it before.',
      returns: 'The authenticator is confirmed; the backup codes of one that was pending.',
      creates: false,
      errors: ['TWO_FACTOR_NOT_ENABLED', 'INVALID_CODE', 'TWO_FACTOR_ALREADY_ENABLED'],
    }),
  )
  .input(z.object({ code: AuthenticatorCode }))
  .output(Ok.extend({ backupCodes: BackupCodes.optional() }))
  .mutation(async ({ ctx, input: { code } }) => {
    const { db, deps, user, session, request } = ctx;
    const about = { userId: user.id, orgId: session.organization.clientId };
    const outcome = await db.transaction(async (tx) => {
      await lockCaller(tx, ctx);
      const [authenticator] = await tx
        .select({ confirmedAt: authenticators.confirmedAt })
        .from(authenticators)
        .where(eq(authenticators.userId, user.id))
        .for('update');
      // Codes of an authenticator in use are for signing in: here nobody can guess them or lock it.
      if (authenticator?.confirmedAt) return new PortalError('TWO_FACTOR_ALREADY_ENABLED');

      const failed = { type: 'second_factor_failed', ...about, details: { by: 'totp' } } as const;
      const sealed = await findPending(tx, user.id);
      if (sealed !== undefined) {
        if (!(await activatePending(tx, deps.env, { userId: user.id, sealed, code }))) {
          await record(tx, request, failed);
          return new PortalError('INVALID_CODE');
        }
        await recordSecondFactorChange(tx, ctx, 'two_factor_on');
        return { backupCodes: await renewBackupCodes(tx, deps.env, user.id) };
      }
      const refused = await checkSecondFactor(tx, deps.env, user.id, { by: 'totp', code });
      if (!refused) await record(tx, request, { type: 'two_factor_confirmed', ...about });
      if (refused?.errorCode === 'INVALID_CODE') await record(tx, request, failed);
      return refused ?? {};
    });
    if (outcome instanceof PortalError) throw outcome;
    return { ok: true, ...outcome };
  });
