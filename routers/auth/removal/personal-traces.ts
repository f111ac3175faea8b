import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { AccountDb, MaintenanceDb } from '../../../db/handles.ts';
import { emailChanges, operatorReasons, securityEvents, users } from '../../../db/schema/index.ts';
import { clearAllFailures } from '../wrong-passwords.ts';

// What every removal of a person shares: of an account by its owner, and with the client that it belonged to.

/** As many changes of address as are looked at: a statement has a maximum number of parameters. */
const CHANGES_AT_MOST = 1000;

type User = typeof users.$inferSelect;

/**
 * Every address that the account has had, as far as the trail goes back, the present one first. One that is another
 * account’s by now is no longer among them.
 */
export async function addressesOf(db: AccountDb, { id, email }: Pick<User, 'id' | 'email'>): Promise<string[]> {
  const changes = await db.select().from(emailChanges).where(eq(emailChanges.userId, id));
  const { userId, type, details } = securityEvents;
  const ofTrail = await db
    .select({ oldEmail: sql<string>`${details} ->> 'oldEmail'`, newEmail: sql<string>`${details} ->> 'newEmail'` })
    .from(securityEvents)
    .where(and(eq(userId, id), eq(type, 'email_changed')))
    .limit(CHANGES_AT_MOST);
  const confirmed = changes.filter(({ confirmedAt }) => confirmedAt !== null);
  const had = new Set([...confirmed, ...ofTrail].flatMap(({ oldEmail, newEmail }) => [oldEmail, newEmail]));
  had.delete(email);
  if (had.size === 0) return [email];
  const taken = await db
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.email, [...had]), ne(users.id, id)));
  for (const other of taken) had.delete(other.email);
  return [email, ...had];
}

/**
 * Removes the reasons of operators that concern a person: only maintenance may, as with the trail that they explain.
 */
export const removeReasons = (db: Pick<MaintenanceDb, 'delete'>, userId: string) =>
  db.delete(operatorReasons).where(eq(operatorReasons.userId, userId));

/** Removes what tells of a person beside their own rows: counts of wrong passwords. */
export async function removePersonalTraces(tx: AccountDb, addresses: string[]) {
  for (const address of addresses) await clearAllFailures(tx, address);
}
