import { eq, lte, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { clientErasures, organizations } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import { invalid, PortalError } from '../../../server/errors.ts';
import { stableId } from '../../records/stable-id.ts';
import { type Actor, noteAction } from '../actions.ts';
import { lockClient } from '../client-record.ts';
import { ERASURE } from './settings.ts';

interface Wanted {
  clientId: string;
  /** The name of the client, as typed to confirm the erasure. */
  name: string;
  /** Without grace. Default: false. */
  now?: boolean;
}

type Erasure = Pick<typeof clientErasures.$inferSelect, 'orgId' | 'eraseAt'>;

/** Queues the job of an erasure once, however often it is called. */
const queueErasure = (tx: AccountDb, { jobs }: Pick<Deps, 'jobs'>, { orgId, eraseAt }: Erasure) =>
  jobs.sendOnce(tx, 'client-erasures', [
    { id: stableId(orgId, 'erasure', eraseAt.toISOString()), data: { orgId }, startAfter: eraseAt },
  ]);

/**
 * Begins the grace after which a client is erased, and closes its data as a suspension does. Repeated, it changes
 * nothing, unless the grace is to end now. Returns the client, when it is erased, and whether that is new. Without an
 * actor it came from the command line.
 *
 * @throws NOT_FOUND; VALIDATION_ERROR if the name is another
 */
export async function startErasure(
  tx: AccountDb,
  actor: Actor | undefined,
  deps: Pick<Deps, 'jobs'>,
  { clientId, name, now = false }: Wanted,
) {
  const client = await lockClient(tx, clientId);
  if (client.name !== name) throw invalid('name', 'must be the name of the client');

  const of = eq(clientErasures.orgId, clientId);
  const [known] = await tx.select().from(clientErasures).where(of);
  const eraseAt = new Date(Date.now() + (now ? 0 : ERASURE.grace));
  if (known && (!now || known.begunAt)) return { client, eraseAt: known.eraseAt, isNew: false };

  if (known) await tx.update(clientErasures).set({ eraseAt }).where(of);
  else {
    const askedBy = actor?.user.id ?? null;
    await tx.insert(clientErasures).values({ orgId: clientId, askedBy, statusBefore: client.status, eraseAt });
    await noteAction(tx, actor, 'client_erasure_started', { orgId: clientId });
  }
  const erasing = { status: 'erasing' as const };
  const [updated = client] = await tx
    .update(organizations)
    .set(erasing)
    .where(eq(organizations.id, clientId))
    .returning();
  await queueErasure(tx, deps, { orgId: clientId, eraseAt });
  return { client: updated, eraseAt, isNew: !known };
}

/**
 * Keeps a client that was to be erased, and gives it back the status that it had. Another client stays as it is.
 *
 * @throws NOT_FOUND; INVALID_TRANSITION when its rows are being deleted
 */
export async function keepClient(tx: AccountDb, actor: Actor | undefined, clientId: string) {
  const client = await lockClient(tx, clientId);
  // Locked, since the job may begin at this moment.
  const of = eq(clientErasures.orgId, clientId);
  const [erasure] = await tx.select().from(clientErasures).where(of).for('update');
  if (!erasure) return client;
  if (erasure.begunAt)
    throw new PortalError('INVALID_TRANSITION', 'The erasure of this client has begun. It can no longer be kept.');
  await tx.delete(clientErasures).where(of);
  const status = erasure.statusBefore;
  const [kept = client] = await tx
    .update(organizations)
    .set({ status })
    .where(eq(organizations.id, clientId))
    .returning();
  await noteAction(tx, actor, 'client_kept', { orgId: clientId });
  return kept;
}

/** Queues erasures that are due. Their jobs are there already, unless they were given up and deleted. */
export async function queueDueErasures({ database: { accounts }, jobs }: Pick<Deps, 'database' | 'jobs'>) {
  const due = lte(clientErasures.eraseAt, sql`now()`);
  const found = await accounts.select().from(clientErasures).where(due).orderBy(clientErasures.eraseAt).limit(100);
  for (const erasure of found) await queueErasure(accounts, { jobs }, erasure);
}
