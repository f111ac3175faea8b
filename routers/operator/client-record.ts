import { eq, inArray } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { clientErasures, organizations } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { notFound } from '../../server/errors.ts';
import { withModules } from '../modules.ts';

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

type ClientRow = typeof organizations.$inferSelect;

/** The status that operators see: a prospect is one until it is won or being erased. */
export const shownStatus = ({ status, prospectUntil }: Pick<ClientRow, 'status' | 'prospectUntil'>) =>
  status === 'active' && prospectUntil ? ('prospect' as const) : status;

/** The client as operators see it. Not within a transaction: its plan is read beside it. */
export const shownClient = async (
  means: Pick<Deps, 'env' | 'use'>,
  client: ClientRow,
  eraseAt: Date | null = null,
) => ({
  ...(await withModules(means, client)),
  status: shownStatus(client),
  eraseAt,
});

/** When a client is erased; null unless it is being erased. */
export async function erasureOf(db: AccountDb, client: Pick<ClientRow, 'id' | 'status'>) {
  const of = eq(clientErasures.orgId, client.id);
  const [erasure] = client.status === 'erasing' ? await db.select().from(clientErasures).where(of) : [];
  return erasure?.eraseAt ?? null;
}
