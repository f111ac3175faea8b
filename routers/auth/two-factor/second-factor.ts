import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { authenticators } from '../../../db/schema/index.ts';
import type { Env } from '../../../server/env.ts';
import { PortalError } from '../../../server/errors.ts';
import type { EncryptionKeys } from '../../../server/identity/encryption-keys.ts';
import { isSealedAfresh, seal, unseal } from '../../../server/identity/sealed.ts';
import { WRONG_CODES } from '../../../server/limits/rates.ts';
import { consumeBackupCode } from './backup-codes.ts';
import { currentCode, newSecret, otpauthUrl, stepOf } from './totp.ts';

type Authenticator = { userId: string; secret: string; lastStep: number | null };

/** Six digits of the authenticator, or a backup code. */
export interface SecondFactorCode {
  by: 'totp' | 'backup_code';
  code: string;
}

const { userId: owner, confirmedAt, lastStep, failures, failuresSince } = authenticators;
const windowEnd = sql`${failuresSince} + ${sql.raw(`interval '${WRONG_CODES.window} ms'`)}`;
const confirmed = { confirmedAt: sql`coalesce(${confirmedAt}, now())` };

/** The purpose and record that the secret of a user's authenticator is encrypted for. */
export const secretOf = (userId: string) => ({ purpose: 'totp-secret', record: userId }) as const;

/** A new secret of a user, in base32 and as it is stored. */
export function newSecondFactor(keys: EncryptionKeys, userId: string) {
  const secret = newSecret();
  return { secret, sealed: seal(keys, secretOf(userId), secret) };
}

/** The key URI and the current code of a user's authenticator: for the demo, which prints them. */
export function showSecondFactor(env: Env, { id, email }: { id: string; email: string }, sealed: string) {
  const secret = unseal(env, secretOf(id), sealed);
  return { url: otpauthUrl(env.PUBLIC_URL, email, secret), code: currentCode(secret) };
}

/** Consumes a correct code in one statement, so that it works once. Returns whether it was correct. */
async function consumeCode(
  tx: AccountDb,
  keys: EncryptionKeys,
  { userId, ...authenticator }: Authenticator,
  { by, code }: SecondFactorCode,
) {
  if (by === 'totp') {
    const place = secretOf(userId);
    const secret = unseal(keys, place, authenticator.secret);
    const step = stepOf(secret, code, authenticator.lastStep ?? undefined);
    if (step === undefined) return false;
    // The row is written anyway: a secret under an older key moves to the current one.
    const resealed = !isSealedAfresh(keys, place, authenticator.secret) && { secret: seal(keys, place, secret) };
    const unused = or(isNull(lastStep), lt(lastStep, step));
    const used = await tx
      .update(authenticators)
      .set({ lastStep: step, ...confirmed, ...resealed })
      .where(and(eq(owner, userId), unused))
      .returning({ owner });
    return used.length > 0;
  }

  const isUsed = await consumeBackupCode(tx, keys, userId, code);
  if (isUsed) await tx.update(authenticators).set(confirmed).where(eq(owner, userId));
  return isUsed;
}

/**
 * Checks and consumes a code under a lock of the authenticator’s row. A refusal is returned, not thrown, so that the
 * transaction commits the count of wrong codes.
 *
 * @returns undefined if correct, else INVALID_CODE, RATE_LIMITED or TWO_FACTOR_NOT_ENABLED
 */
export async function checkSecondFactor(tx: AccountDb, keys: EncryptionKeys, userId: string, code: SecondFactorCode) {
  const [authenticator] = await tx
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
  if (!authenticator) return new PortalError('TWO_FACTOR_NOT_ENABLED');
  if (authenticator.wrong >= WRONG_CODES.perAccount)
    return new PortalError('RATE_LIMITED', 'Too many wrong codes.', {
      retryAfter: Math.max(1, authenticator.left),
    });
  if (await consumeCode(tx, keys, authenticator, code)) return undefined;

  const counted = {
    failures: authenticator.wrong + 1,
    ...(authenticator.wrong === 0 && { failuresSince: sql`now()` }),
  };
  await tx.update(authenticators).set(counted).where(eq(owner, userId));
  return new PortalError('INVALID_CODE');
}
