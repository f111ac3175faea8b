import { eq, inArray } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { clientErasures, organizations } from '../../db/schema/index.ts';
import { notFound } from '../../server/errors.ts';

/** Finds a client. @throws NOT_FOUND */
export async function findClient(db: AccountDb, id: string) {
  const [client] = await db.select().from(organizations).where(eq(organizations.id, id));
  if (!client) throw notFound();
  return client;
}

/** Finds a client and locks it, after the operator's role. @throws NOT_FOUND */
export async function lockClient(tx: AccountDb, id: string) {
  const [client] = await tx.select().from(organizations).where(eq(organizations.id, id)).for('no key update');
  if (!client) throw notFound();
  return client;
}

/**
 * Finds several clients and locks them, in the order of their ids: two calls cannot wait for each other.
 *
 * @throws NOT_FOUND where one is missing
 */
export async function lockClients(tx: AccountDb, ids: string[]) {
  const { id } = organizations;
  const clients = await tx.select().from(organizations).where(inArray(id, ids)).orderBy(id).for('no key update');
  if (clients.length < ids.length) throw notFound();
  return clients;
}

/** The client, and when it is erased; null unless it is being erased. */
export async function withErasure(db: AccountDb, client: typeof organizations.$inferSelect) {
  const of = eq(clientErasures.orgId, client.id);
  const [erasure] = client.status === 'erasing' ? await db.select().from(clientErasures).where(of) : [];
  return { ...client, eraseAt: erasure?.eraseAt ?? null };
}
