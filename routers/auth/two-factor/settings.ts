import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { authenticators, sessions } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { signedInProcedure } from '../../../server/trpc/procedures.ts';
import { Ok } from '../../values/shapes.ts';
import { lockCaller } from '../lock-caller.ts';
import { voidTokens } from '../one-time-tokens.ts';
import { authRoutes } from '../routes.ts';
import { BackupCode, TypedPassword } from '../shapes.ts';
import { renewBackupCodes } from './backup-codes.ts';
import { forgetPending, storePending } from './pending.ts';
import { reauthenticate } from './reauthentication.ts';
import { recordSecondFactorChange } from './record-second-factor.ts';
import { newSecondFactor } from './second-factor.ts';
import { otpauthUrl, qrCodeUrl } from './totp.ts';

const { post } = authRoutes('Two-factor sign-in');

export const BackupCodes = z
  .array(z.string())
  .max(10)
  .meta({
    description: 'Ten backup codes. Each works once; they are not shown again.',
    example: ['k3vn-77aq-w2dm', '5xqe-b2ju-h6ro'],
  });

const TwoFactorSetup = z
  .object({
    secret: z.string().meta({ description: 'Shared secret, in base32.', example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }),
    qrCodeUrl: z.string().meta({
      description: 'QR code of `otpauthUrl`, as an SVG data URL.',
      example: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    }),
    backupCodes: BackupCodes.meta({
      description: 'Ten backup codes, each good once; they are not shown again. None with `pending`.',
    }),
    otpauthUrl: z.string().meta({
      description: 'Key URI for authenticator apps.',
      example:
        'otpauth://totp/portal.example.com:demo%40example.com?issuer=portal.example.com&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&period=30&digits=6',
    }),
  })
  .meta({ id: 'TwoFactorSetup', description: 'The secret and the backup codes of a new second factor.' });

/** One of the two is required when the sign-in is more than an hour old. */
const Proof = z.object({
  password: TypedPassword.optional().describe('Current password; needed if the sign-in is more than an hour old.'),
  code: BackupCode.optional().meta({
    description: 'Authenticator code or backup code, instead of the password.',
    example: '492039',
  }),
});
export const Confirmation = Proof.optional();

const Setup = Proof.extend({
  pending: z
    .boolean()
    .optional()
    .meta({ description: 'Whether it waits for the first code at `/auth/2fa/confirm`.', example: true }),
}).optional();

/** Locks the user’s authenticator. @throws TWO_FACTOR_NOT_ENABLED */
async function requireTwoFactor(db: AccountDb, userId: string) {
  const [authenticator] = await db
    .select({ userId: authenticators.userId })
    .from(authenticators)
    .where(eq(authenticators.userId, userId))
    .for('update');
  if (!authenticator) throw new PortalError('TWO_FACTOR_NOT_ENABLED');
}

export const twoFactorProcedures = {
  setup: signedInProcedure
    .meta(
      post('/auth/2fa/setup', 'Set up two-factor sign-in', {
        description:
          'With `pending`, it takes effect with the first correct code at `/auth/2fa/confirm`, which returns the backup codes, and is forgotten after an hour; until then sign-in stays as it is. Without, it takes effect at once: the next sign-in asks for a code. Either can be repeated until the first correct code; only the newest secret and codes are valid. The user is notified by email once it is in effect. If the sign-in is more than an hour old, the password or a code is required (`REAUTH_REQUIRED`).',
        returns: 'The secret, its QR code and the backup codes.',
        errors: ['REAUTH_REQUIRED', 'TWO_FACTOR_ALREADY_ENABLED'],
        creates: false,
      }),
    )
    .input(Setup)
    .output(TwoFactorSetup)
    .mutation(async ({ ctx, input = {} }) => {
      const { deps, db, user } = ctx;
      const inUse = and(eq(authenticators.userId, user.id), isNotNull(authenticators.confirmedAt));
      if ((await db.$count(authenticators, inUse)) > 0) throw new PortalError('TWO_FACTOR_ALREADY_ENABLED');
      await reauthenticate(ctx, input);
      const { secret, sealed } = newSecondFactor(deps.env, user.id);
      const backupCodes = await db.transaction(async (tx) => {
        await lockCaller(tx, ctx);
        if (input.pending) {
          await storePending(tx, user.id, sealed);
          return [];
        }
        await forgetPending(tx, user.id);
        const fresh = { secret: sealed, lastStep: null };
        const [active] = await tx
          .insert(authenticators)
          .values({ userId: user.id, ...fresh })
          .onConflictDoUpdate({
            target: authenticators.userId,
            set: fresh,
            setWhere: isNull(authenticators.confirmedAt),
          })
          .returning({ userId: authenticators.userId });
        if (!active) throw new PortalError('TWO_FACTOR_ALREADY_ENABLED');

        await recordSecondFactorChange(tx, ctx, 'two_factor_on');
        return renewBackupCodes(tx, deps.env, user.id);
      });

      const url = otpauthUrl(deps.env.PUBLIC_URL, user.email, secret);
      return { secret, qrCodeUrl: qrCodeUrl(url), backupCodes, otpauthUrl: url };
    }),

  disable: signedInProcedure
    .meta(
      post('/auth/2fa/disable', 'Disable two-factor sign-in', {
        description:
          'Ends all other sessions and notifies the user by email. If the sign-in is more than an hour old, the password or a code is required (`REAUTH_REQUIRED`).',
        returns: 'Two-factor sign-in is off.',
        creates: false,
        errors: ['TWO_FACTOR_NOT_ENABLED', 'REAUTH_REQUIRED'],
      }),
    )
    .input(Confirmation)
    .output(Ok)
    .mutation(async ({ ctx, input = {} }) => {
      const { db, user, session } = ctx;
      await requireTwoFactor(db, user.id);
      await reauthenticate(ctx, input);
      await db.transaction(async (tx) => {
        await lockCaller(tx, ctx);
        // Tokens are locked before the authenticator, as in a sign-in, to prevent a deadlock.
        await voidTokens(tx, user.id, ['second_factor']);
        await requireTwoFactor(tx, user.id);
        await tx.delete(authenticators).where(eq(authenticators.userId, user.id));
        await forgetPending(tx, user.id);
        const others = and(eq(sessions.userId, user.id), ne(sessions.id, session.id));
        const ended = await tx.delete(sessions).where(others).returning({ id: sessions.id });
        await recordSecondFactorChange(tx, ctx, 'two_factor_off', { sessionsEnded: ended.length });
      });
      return { ok: true };
    }),

  regenerateBackupCodes: signedInProcedure
    .meta(
      post('/auth/2fa/regenerate-backup-codes', 'Regenerate backup codes', {
        description:
          'The existing codes stop working, and the user is notified by email. If the sign-in is more than an hour old, the password or a code is required (`REAUTH_REQUIRED`).',
        returns: 'The new backup codes.',
        creates: false,
        errors: ['TWO_FACTOR_NOT_ENABLED', 'REAUTH_REQUIRED'],
      }),
    )
    .input(Confirmation)
    .output(Ok.extend({ backupCodes: BackupCodes }))
    .mutation(async ({ ctx, input = {} }) => {
      const { deps, db, user } = ctx;
      await requireTwoFactor(db, user.id);
      await reauthenticate(ctx, input);
      const backupCodes = await db.transaction(async (tx) => {
        await lockCaller(tx, ctx);
        await requireTwoFactor(tx, user.id);
        await recordSecondFactorChange(tx, ctx, 'backup_codes_renewed');
        return renewBackupCodes(tx, deps.env, user.id);
      });
      return { ok: true, backupCodes };
    }),
};
