import { and, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { authenticators, securityEvents, sessions } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { record } from '../../../server/identity/security-trail.ts';
import type { LiveSession } from '../../../server/identity/session.ts';
import { SECOND_FACTOR_MAILS } from '../../../server/limits/rates.ts';
import type { RequestContext } from '../../../server/trpc/context.ts';
import { signedInProcedure } from '../../../server/trpc/ladder.ts';
import { Ok } from '../../shapes.ts';
import { lockCaller } from '../lock-caller.ts';
import { newBackupCodesMail, twoFactorOffMail, twoFactorOnMail } from '../mails.ts';
import { voidTokens } from '../one-time-tokens.ts';
import { authRoutes } from '../routes.ts';
import { BackupCode, TypedPassword } from '../shapes.ts';
import { renewBackupCodes } from './backup-codes.ts';
import { reauthenticate } from './reauthentication.ts';
import { newSecondFactor } from './second-factor.ts';
import { otpauthUrl, qrCodeUrl } from './totp.ts';

const { post } = authRoutes('Two-factor sign-in');

const BackupCodes = z.array(z.string()).meta({
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
    backupCodes: BackupCodes,
    otpauthUrl: z.string().meta({
      description: 'Key URI for authenticator apps.',
      example:
        'otpauth://totp/portal.example.com:demo%40example.com?issuer=portal.example.com&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&period=30&digits=6',
    }),
  })
  .meta({ id: 'TwoFactorSetup', description: 'The secret and the backup codes of a new second factor.' });

/** One of the two is required when the sign-in is more than an hour old. */
const Confirmation = z
  .object({
    password: TypedPassword.optional().describe('Current password; needed if the sign-in is more than an hour old.'),
    code: BackupCode.optional().meta({
      description: 'Authenticator code or backup code, instead of the password.',
      example: '492039',
    }),
  })
  .optional();

const CHANGES = {
  two_factor_on: twoFactorOnMail,
  two_factor_off: twoFactorOffMail,
  backup_codes_renewed: newBackupCodesMail,
};

/** Records a change in its transaction and notifies the user by email, within an hourly limit. */
async function recordChange(
  tx: AccountDb,
  ctx: RequestContext & LiveSession,
  type: keyof typeof CHANGES,
  details = {},
) {
  const { deps, user, session, request } = ctx;
  await record(tx, request, { type, userId: user.id, orgId: session.organization.clientId, details });

  const events = securityEvents;
  const ofLastHour = and(inArray(events.type, Object.keys(CHANGES)), gt(events.at, sql`now() - interval '1 hour'`));
  const changes = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.userId, user.id), ofLastHour))
    .limit(SECOND_FACTOR_MAILS + 1);
  if (changes.length <= SECOND_FACTOR_MAILS) await deps.mail.queue(tx, user.email, CHANGES[type]());
}

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
          'Takes effect at once: the next sign-in asks for a code. It can be repeated until the first correct code; only the newest secret and codes are valid. Send a code to `/auth/2fa/confirm` before signing out, so that a mistake shows while the setup can still be repeated. The user is notified by email. If the sign-in is more than an hour old, the password or a code is required (`REAUTH_REQUIRED`).',
        returns: 'The secret, its QR code and the backup codes.',
        errors: ['REAUTH_REQUIRED', 'TWO_FACTOR_ALREADY_ENABLED'],
        creates: false,
      }),
    )
    .input(Confirmation)
    .output(TwoFactorSetup)
    .mutation(async ({ ctx, input = {} }) => {
      const { deps, db, user } = ctx;
      const inUse = and(eq(authenticators.userId, user.id), isNotNull(authenticators.confirmedAt));
      if ((await db.$count(authenticators, inUse)) > 0) throw new PortalError('TWO_FACTOR_ALREADY_ENABLED');
      await reauthenticate(ctx, input);
      const { secret, sealed } = newSecondFactor(deps.env, user.id);
      const backupCodes = await db.transaction(async (tx) => {
        await lockCaller(tx, ctx);
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

        await recordChange(tx, ctx, 'two_factor_on');
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
        const others = and(eq(sessions.userId, user.id), ne(sessions.id, session.id));
        const ended = await tx.delete(sessions).where(others).returning({ id: sessions.id });
        await recordChange(tx, ctx, 'two_factor_off', { sessionsEnded: ended.length });
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
        await recordChange(tx, ctx, 'backup_codes_renewed');
        return renewBackupCodes(tx, deps.env, user.id);
      });
      return { ok: true, backupCodes };
    }),
};
