import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { signInFailures } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { WRONG_PASSWORDS } from '../../server/limits/rates.ts';

const pause = sql.raw(`interval '${WRONG_PASSWORDS.pause} ms'`);
const { count, lastAt, email: address } = signInFailures;

const full = sql`${count} >= ${WRONG_PASSWORDS.max}`;

/** Whether the attempt was counted: past the limit none is. */
const counted = async (db: AccountDb, email: string) => {
  const rows = await db
    .insert(signInFailures)
    .values({ email, count: 1 })
    .onConflictDoUpdate({
      target: address,
      set: { count: sql`case when ${full} then 1 else ${count} + 1 end`, lastAt: sql`now()` },
      setWhere: sql`not (${full} and ${lastAt} > now() - ${pause})`,
    })
    .returning({ count });
  return rows.length > 0;
};

/**
 * Counts an attempt as wrong before it is checked, so that fifty at once cannot pass on one count. Addresses that
 * nobody has are counted alike. Where the last of those before it may still be under way, and right, it waits for them.
 *
 * @throws RATE_LIMITED after too many wrong ones in a row
 */
export async function countAttempt(db: AccountDb, email: string) {
  const left = sql<number>`ceil(extract(epoch from ${lastAt} + ${pause} - now()))::int`;
  const settled = sql<boolean>`${lastAt} < now() - ${sql.raw(`interval '${WRONG_PASSWORDS.settled} ms'`)}`;

  for (let tries = 30; ; tries--) {
    if (await counted(db, email)) return;
    const [row] = await db.select({ left, settled }).from(signInFailures).where(eq(address, email));
    if (row?.settled || tries === 0)
      throw new PortalError('RATE_LIMITED', 'Too many wrong passwords. Please wait and try again.', {
        retryAfter: Math.max(1, row?.left ?? 1),
      });
    await wait(100);
  }
}

/** A right password ends the row. */
export const forgetFailures = (db: AccountDb, email: string) => db.delete(signInFailures).where(eq(address, email));

/** Writes as much as a line of the trail is: an address that nobody has takes as long as one that somebody has. */
export const touchFailures = (db: AccountDb, email: string) =>
  db.update(signInFailures).set({ lastAt: sql`now()` }).where(eq(address, email));

/** Throws away rows that no longer hold anybody back. */
export const sweepFailures = (db: AccountDb) =>
  db.delete(signInFailures).where(sql`${lastAt} < now() - interval '1 day'`);
