import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { signInFailures } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { WRONG_PASSWORDS } from '../../server/limits/rates.ts';

const pause = sql.raw(`interval '${WRONG_PASSWORDS.pause} ms'`);
const { count, lastAt, email: address } = signInFailures;

const exhausted = sql`${count} >= ${WRONG_PASSWORDS.max}`;

/** Counts an attempt; false if the account is locked. */
const tryCount = async (db: AccountDb, email: string) => {
  const rows = await db
    .insert(signInFailures)
    .values({ email, count: 1 })
    .onConflictDoUpdate({
      target: address,
      set: { count: sql`case when ${exhausted} then 1 else ${count} + 1 end`, lastAt: sql`now()` },
      setWhere: sql`not (${exhausted} and ${lastAt} > now() - ${pause})`,
    })
    .returning({ count });
  return rows.length > 0;
};

/**
 * Counts an attempt as failed before it is verified, so that concurrent attempts cannot exceed the limit; unknown
 * addresses count too. At the limit it waits for attempts still being verified, since a correct one resets the count.
 *
 * @throws RATE_LIMITED after too many wrong passwords in a row
 */
export async function countAttempt(db: AccountDb, email: string) {
  const left = sql<number>`ceil(extract(epoch from ${lastAt} + ${pause} - now()))::int`;
  const settled = sql<boolean>`${lastAt} < now() - ${sql.raw(`interval '${WRONG_PASSWORDS.settled} ms'`)}`;

  for (let checksLeft = 30; ; checksLeft--) {
    if (await tryCount(db, email)) return;
    const [row] = await db.select({ left, settled }).from(signInFailures).where(eq(address, email));
    if (row?.settled || checksLeft === 0)
      throw new PortalError('RATE_LIMITED', 'Too many wrong passwords. Please wait and try again.', {
        retryAfter: Math.max(1, row?.left ?? 1),
      });
    await wait(100);
  }
}

/** Resets the count after a correct password. */
export const clearFailures = (db: AccountDb, email: string) => db.delete(signInFailures).where(eq(address, email));

/** Writes a row where a known address would get a security event, so that both take the same time. */
export const equalizeTiming = (db: AccountDb, email: string) =>
  db.update(signInFailures).set({ lastAt: sql`now()` }).where(eq(address, email));

/** Deletes counts that no longer lock an account. */
export const sweepFailures = (db: AccountDb) =>
  db.delete(signInFailures).where(sql`${lastAt} < now() - interval '1 day'`);
