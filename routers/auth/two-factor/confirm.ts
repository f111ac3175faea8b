import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { authenticators } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { signedInProcedure } from '../../../server/trpc/ladder.ts';
import { Ok } from '../../shapes.ts';
import { lockCaller } from '../lock-caller.ts';
import { authRoutes } from '../routes.ts';
import { AuthenticatorCode } from '../shapes.ts';
import { checkSecondFactor } from './second-factor.ts';

const { post } = authRoutes('Two-factor sign-in');

export const confirmTwoFactor = signedInProcedure
  .meta(
    post('/auth/2fa/confirm', 'Confirm the authenticator', {
      description:
        'Proves directly after the setup that the authenticator works, instead of at the next sign-in; the setup cannot be repeated afterwards. The code works once. Wrong codes count as in a sign-in: ten within 15 minutes lock the second factor. `TWO_FACTOR_ALREADY_ENABLED`: a code has proved it before.',
      returns: 'The authenticator is confirmed.',
      creates: false,
      errors: ['TWO_FACTOR_NOT_ENABLED', 'INVALID_CODE', 'TWO_FACTOR_ALREADY_ENABLED'],
    }),
  )
  .input(z.object({ code: AuthenticatorCode }))
  .output(Ok)
  .mutation(async ({ ctx, input: { code } }) => {
    const { db, deps, user, session, request } = ctx;
    const about = { userId: user.id, orgId: session.organization.clientId };
    const refusal = await db.transaction(async (tx) => {
      await lockCaller(tx, ctx);
      const [authenticator] = await tx
        .select({ confirmedAt: authenticators.confirmedAt })
        .from(authenticators)
        .where(eq(authenticators.userId, user.id))
        .for('update');
      // Codes of an authenticator in use are for signing in: here nobody can guess them or lock it.
      if (authenticator?.confirmedAt) return new PortalError('TWO_FACTOR_ALREADY_ENABLED');

      const refused = await checkSecondFactor(tx, deps.env, user.id, { by: 'totp', code });
      if (!refused) await record(tx, request, { type: 'two_factor_confirmed', ...about });
      if (refused?.errorCode === 'INVALID_CODE')
        await record(tx, request, { type: 'second_factor_failed', ...about, details: { by: 'totp' } });
      return refused;
    });
    if (refusal) throw refusal;
    return { ok: true };
  });
