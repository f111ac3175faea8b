import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { knownDeviceFailures, signInFailures } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { WRONG_PASSWORDS } from '../../server/limits/rates.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { type ClaimedAccount, ownDevice } from './own-device.ts';

/** Wrong passwords are counted for each known device of an account, and together for all other devices. */
interface AttemptSource {
  email: string;
  device: string | undefined;
}

export const attemptSourceOf = (ctx: RequestContext, account: ClaimedAccount): AttemptSource => ({
  email: account.email,
  device: ownDevice(ctx, account),
});

const pause = sql.raw(`interval '${WRONG_PASSWORDS.pause} ms'`);
const exhausted = sql`failures.count >= ${WRONG_PASSWORDS.max}`;
const over = sql`failures.last_at <= now() - ${pause}`;

/** The row that counts a source’s attempts. */
const rowOf = ({ email, device }: AttemptSource) =>
  device === undefined
    ? { table: signInFailures, key: sql`email`, values: sql`${email}`, where: sql`email = ${email}` }
    : {
        table: knownDeviceFailures,
        key: sql`email, device`,
        values: sql`${email}, ${device}`,
        where: sql`email = ${email} and device = ${device}`,
      };

/** Counts an attempt; false if the account is locked. */
async function tryCount(db: AccountDb, source: AttemptSource) {
  const { table, key, values } = rowOf(source);
  const rows = await db.execute(sql`
    insert into ${table} as failures (${key}, count) values (${values}, 1)
    on conflict (${key}) do update
      set count = case when ${over} then 1 else failures.count + 1 end, last_at = now()
      where ${over} or not ${exhausted}
    returning failures.count`);
  return rows.length > 0;
}

/** The seconds until the account is unlocked, and whether no counted attempt is still being verified. */
async function lockOf(db: AccountDb, source: AttemptSource) {
  const { table, where } = rowOf(source);
  const [row] = await db.execute<{ left: number; settled: boolean }>(sql`
    select ceil(extract(epoch from last_at + ${pause} - now()))::int as left,
      last_at < now() - ${sql.raw(`interval '${WRONG_PASSWORDS.settled} ms'`)} as settled
    from ${table} where ${where}`);
  return row;
}

/**
 * Counts an attempt as failed before it is verified, so that concurrent attempts cannot exceed the limit; unknown
 * addresses count too. At the limit it waits for attempts still being verified, since a correct one resets the count.
 *
 * @throws RATE_LIMITED after too many wrong passwords in a row
 */
export async function countAttempt(db: AccountDb, source: AttemptSource) {
  for (let checksLeft = 30; ; checksLeft--) {
    if (await tryCount(db, source)) return;
    const row = await lockOf(db, source);
    if (row?.settled || checksLeft === 0)
      throw new PortalError('RATE_LIMITED', 'Too many wrong passwords.', {
        retryAfter: Math.max(1, row?.left ?? 1),
      });
    await wait(100);
  }
}

/** Resets the source’s count after a correct password. */
export function clearFailures(db: AccountDb, source: AttemptSource) {
  const { table, where } = rowOf(source);
  return db.execute(sql`delete from ${table} where ${where}`);
}

/** Resets every count of an account after its password was changed: the old failures say nothing about the new one. */
export async function clearAllFailures(db: AccountDb, email: string) {
  await db.delete(signInFailures).where(eq(signInFailures.email, email));
  await db.delete(knownDeviceFailures).where(eq(knownDeviceFailures.email, email));
}

/** Writes a row where a known address would get a security event, so that both take the same time. */
export function equalizeTiming(db: AccountDb, source: AttemptSource) {
  const { table, where } = rowOf(source);
  return db.execute(sql`update ${table} set last_at = now() where ${where}`);
}

/** Deletes counts that no longer lock an account. */
export async function sweepFailures(db: AccountDb) {
  for (const table of [signInFailures, knownDeviceFailures])
    await db.execute(sql`delete from ${table} where last_at < now() - interval '1 day'`);
}
