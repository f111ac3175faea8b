import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { authenticators, backupCodes } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { unseal } from '../../../server/identity/sealed.ts';
import { WRONG_CODES } from '../../../server/limits/rates.ts';
import { backupCodeHash } from './backup-codes.ts';
import { stepOf } from './totp.ts';

type Tx = AccountDb;
type Held = { userId: string; secret: string; lastStep: number | null };

/** What somebody presents: six digits of the authenticator, or a backup code. */
export interface Code {
  by: 'totp' | 'backup_code';
  code: string;
}

const { userId: owner, confirmedAt, lastStep, failures, failuresSince } = authenticators;
const windowEnd = sql`${failuresSince} + ${sql.raw(`interval '${WRONG_CODES.window} ms'`)}`;
const confirmed = { confirmedAt: sql`coalesce(${confirmedAt}, now())` };

/** Uses the code up by one statement, whatever else is under way. Says whether it was good. */
async function useUp(tx: Tx, encryptionKey: string, { userId, ...held }: Held, { by, code }: Code) {
  if (by === 'totp') {
    const step = stepOf(unseal(encryptionKey, held.secret), code, held.lastStep ?? undefined);
    if (step === undefined) return false;
    const unused = or(isNull(lastStep), lt(lastStep, step));
    const used = await tx
      .update(authenticators)
      .set({ lastStep: step, ...confirmed })
      .where(and(eq(owner, userId), unused))
      .returning({ owner });
    return used.length > 0;
  }

  const hash = backupCodeHash(encryptionKey, userId, code);
  const used = await tx
    .delete(backupCodes)
    .where(and(eq(backupCodes.userId, userId), eq(backupCodes.hash, hash)))
    .returning({ hash: backupCodes.hash });
  if (used.length > 0) await tx.update(authenticators).set(confirmed).where(eq(owner, userId));
  return used.length > 0;
}

/**
 * Why a code is refused; or undefined, when it was good and is used up. The authenticator's row is held meanwhile, so
 * codes of one account are tried one after another. A refusal is returned, not thrown: its count is to be committed.
 *
 * @returns INVALID_CODE, RATE_LIMITED after too many wrong ones in the window, TWO_FACTOR_NOT_ENABLED
 */
export async function refusalOf(tx: Tx, encryptionKey: string, userId: string, code: Code) {
  const [held] = await tx
    .select({
      userId: owner,
      secret: authenticators.secret,
      lastStep,
      wrong: sql<number>`case when ${windowEnd} > now() then ${failures} else 0 end`,
      left: sql<number>`ceil(extract(epoch from ${windowEnd} - now()))::int`,
    })
    .from(authenticators)
    .where(eq(owner, userId))
    .for('update');
  if (!held) return new PortalError('TWO_FACTOR_NOT_ENABLED');
  if (held.wrong >= WRONG_CODES.perAccount)
    return new PortalError('RATE_LIMITED', 'Too many wrong codes. Please wait and try again.', {
      retryAfter: Math.max(1, held.left),
    });
  if (await useUp(tx, encryptionKey, held, code)) return undefined;

  const counted = { failures: held.wrong + 1, ...(held.wrong === 0 && { failuresSince: sql`now()` }) };
  await tx.update(authenticators).set(counted).where(eq(owner, userId));
  return new PortalError('INVALID_CODE');
}
