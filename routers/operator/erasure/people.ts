import { and, eq, inArray, sql } from 'drizzle-orm';
import type { OwnConnection } from '../../../db/database.ts';
import type { AccountDb } from '../../../db/handles.ts';
import { invitations, memberships, operators, securityEvents, sessions, users } from '../../../db/schema/index.ts';
import { addressesOf, removePersonalTraces, removeReasons } from '../../auth/public.ts';
import { deleteRows } from './delete-rows.ts';

/** Belongs to this organization and no other, and does not run the portal. */
const belongsOnlyTo = (clientId: string) => sql`
  exists (select from ${memberships} where ${memberships.userId} = ${users.id} and ${memberships.orgId} = ${clientId})
  and not exists (select from ${memberships} where ${memberships.userId} = ${users.id} and ${memberships.orgId} <> ${clientId})
  and not exists (select from ${operators} where ${operators.userId} = ${users.id})`;

/** A person who is erased, with every address that the account has had. */
export interface ErasedPerson {
  id: string;
  addresses: string[];
}

/** The people who belong only to this client, at most 500. */
export async function peopleOf(db: AccountDb, clientId: string): Promise<ErasedPerson[]> {
  const people = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(sql`${users.id} in (select ${memberships.userId} from ${memberships} where ${memberships.orgId} = ${clientId})
      and ${belongsOnlyTo(clientId)}`);
  const found: ErasedPerson[] = [];
  for (const person of people) found.push({ id: person.id, addresses: await addressesOf(db, person) });
  return found;
}

/** The addresses that a client has invited, at most 500. */
export async function guestsOf(db: AccountDb, clientId: string) {
  const rows = await db.select({ email: invitations.email }).from(invitations).where(eq(invitations.orgId, clientId));
  return rows.map(({ email }) => email);
}

/**
 * Erases the accounts of people who still belong to this client only, with everything that refers to them. Others, who
 * joined another organization meanwhile, keep theirs.
 */
export async function erasePeople(
  owner: OwnConnection,
  { clientId, people }: { clientId: string; people: ErasedPerson[] },
  signal?: AbortSignal,
) {
  for (const { id, addresses } of people) {
    signal?.throwIfAborted();
    // Many, so not in the transaction below. Of an account that is kept after all, a part of the trail is gone.
    await owner.delete(sessions).where(eq(sessions.userId, id));
    await deleteRows(owner, sql`${securityEvents}`, sql`${eq(securityEvents.userId, id)}`, signal);
    await owner.transaction(async (tx) => {
      const [locked] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
      // A statement of its own: it sees what was committed while the lock was awaited.
      const still = and(eq(users.id, id), belongsOnlyTo(clientId));
      const [found] = locked ? await tx.select({ id: users.id }).from(users).where(still) : [];
      if (!found) return;
      await tx.delete(invitations).where(inArray(invitations.email, addresses));
      await removeReasons(tx, id);
      await removePersonalTraces(tx as unknown as AccountDb, addresses);
      await tx.delete(users).where(eq(users.id, id));
    });
  }
}
