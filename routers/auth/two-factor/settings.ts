import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { authenticators, securityEvents, sessions } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { seal } from '../../../server/identity/sealed.ts';
import { record } from '../../../server/identity/security-trail.ts';
import type { LiveSession } from '../../../server/identity/session.ts';
import { SECOND_FACTOR_MAILS } from '../../../server/limits/rates.ts';
import type { RequestContext } from '../../../server/trpc/context.ts';
import { signedInProcedure } from '../../../server/trpc/ladder.ts';
import { Nothing, Ok } from '../../shapes.ts';
import { newBackupCodesMail, twoFactorOffMail, twoFactorOnMail } from '../mails.ts';
import { voidTokens } from '../one-time-tokens.ts';
import { authRoutes } from '../routes.ts';
import { BackupCode, TypedPassword } from '../shapes.ts';
import { renewBackupCodes } from './backup-codes.ts';
import { reauthenticate } from './reauthentication.ts';
import { newSecret, otpauthUrl, qrCodeUrl } from './totp.ts';

const { post } = authRoutes('Two-factor sign-in');

const BackupCodes = z.array(z.string()).meta({ description: 'Each is good once; they are shown this once.' });

/** Looked at when the session was signed in more than an hour ago; either will do. */
const Proof = z
  .object({
    password: TypedPassword.optional(),
    code: BackupCode.optional().meta({ description: 'Of the authenticator, or a backup code.', example: '492039' }),
  })
  .optional();

const CHANGES = {
  two_factor_on: twoFactorOnMail,
  two_factor_off: twoFactorOffMail,
  backup_codes_renewed: newBackupCodesMail,
};

/** Tells of a change in its own transaction: the trail always, the person by mail, but not all day long. */
async function tell(tx: AccountDb, ctx: RequestContext & LiveSession, type: keyof typeof CHANGES, details = {}) {
  const { deps, user, session, request } = ctx;
  await record(tx, request, { type, userId: user.id, orgId: session.organization.clientId, details });

  const events = securityEvents;
  const thisHour = and(inArray(events.type, Object.keys(CHANGES)), gt(events.at, sql`now() - interval '1 hour'`));
  const changes = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.userId, user.id), thisHour))
    .limit(SECOND_FACTOR_MAILS + 1);
  if (changes.length <= SECOND_FACTOR_MAILS) await deps.mail.queue(tx, user.email, CHANGES[type]());
}

/** Without a second factor there is nothing to confirm either. */
async function mustBeOn(db: AccountDb, userId: string) {
  const [on] = await db
    .select({ userId: authenticators.userId })
    .from(authenticators)
    .where(eq(authenticators.userId, userId))
    .for('update');
  if (!on) throw new PortalError('TWO_FACTOR_NOT_ENABLED');
}

export const twoFactorProcedures = {
  setup: signedInProcedure
    .meta(
      post('/auth/2fa/setup', 'Turn on two-factor sign-in; may be repeated until the first good code', {
        errors: ['TWO_FACTOR_ALREADY_ENABLED'],
      }),
    )
    .input(Nothing)
    .output(z.object({ secret: z.string(), qrCodeUrl: z.string(), backupCodes: BackupCodes, otpauthUrl: z.string() }))
    .mutation(async ({ ctx }) => {
      const { deps, db, user } = ctx;
      const secret = newSecret();
      const backupCodes = await db.transaction(async (tx) => {
        const fresh = { secret: seal(deps.env.ENCRYPTION_KEY, secret), lastStep: null };
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

        await tell(tx, ctx, 'two_factor_on');
        return renewBackupCodes(tx, deps.env.ENCRYPTION_KEY, user.id);
      });

      const url = otpauthUrl(deps.env.PUBLIC_URL, user.email, secret);
      return { secret, qrCodeUrl: qrCodeUrl(url), backupCodes, otpauthUrl: url };
    }),

  disable: signedInProcedure
    .meta(
      post('/auth/2fa/disable', 'Turn off two-factor sign-in; all other sessions end', {
        errors: ['TWO_FACTOR_NOT_ENABLED', 'REAUTH_REQUIRED'],
      }),
    )
    .input(Proof)
    .output(Ok)
    .mutation(async ({ ctx, input = {} }) => {
      const { db, user, session } = ctx;
      await mustBeOn(db, user.id);
      await reauthenticate(ctx, input);
      await db.transaction(async (tx) => {
        // The token before the authenticator, as in a sign-in: so neither waits for what the other holds.
        await voidTokens(tx, user.id, ['second_factor']);
        await mustBeOn(tx, user.id);
        await tx.delete(authenticators).where(eq(authenticators.userId, user.id));
        const others = and(eq(sessions.userId, user.id), ne(sessions.id, session.id));
        const ended = await tx.delete(sessions).where(others).returning({ id: sessions.id });
        await tell(tx, ctx, 'two_factor_off', { sessionsEnded: ended.length });
      });
      return { ok: true };
    }),

  regenerateBackupCodes: signedInProcedure
    .meta(
      post('/auth/2fa/regenerate-backup-codes', 'Make new backup codes; the old ones are good no more', {
        errors: ['TWO_FACTOR_NOT_ENABLED', 'REAUTH_REQUIRED'],
      }),
    )
    .input(Proof)
    .output(z.object({ ok: z.literal(true), backupCodes: BackupCodes }))
    .mutation(async ({ ctx, input = {} }) => {
      const { deps, db, user } = ctx;
      await mustBeOn(db, user.id);
      await reauthenticate(ctx, input);
      const backupCodes = await db.transaction(async (tx) => {
        await mustBeOn(tx, user.id);
        await tell(tx, ctx, 'backup_codes_renewed');
        return renewBackupCodes(tx, deps.env.ENCRYPTION_KEY, user.id);
      });
      return { ok: true, backupCodes };
    }),
};
