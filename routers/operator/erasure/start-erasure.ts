import { and, eq, lte, notExists, sql } from 'drizzle-orm';
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

/** When a prospect of now is erased. */
export const endOfProspect = () => new Date(Date.now() + ERASURE.prospects);

/**
 * Keeps a client that was to be erased, and gives it back the status that it had; a prospect for another 90 days.
 * Another client stays as it is.
 *
 * @throws NOT_FOUND; INVALID_TRANSITION when its rows are being deleted
 */
export async function keepClient(tx: AccountDb, actor: Actor | undefined, clientId: string) {
  const client = await lockClient(tx, clientId);
  // Locked, since the job may begin at this moment.
  const of = eq(clientErasures.orgId, clientId);
  const [erasure] = await tx.select().from(clientErasures).where(of).for('update');
  if (!erasure && !client.prospectUntil) return client;
  if (erasure?.begunAt)
    throw new PortalError('INVALID_TRANSITION', 'The erasure of this client has begun. It can no longer be kept.');
  await tx.delete(clientErasures).where(of);
  const status = erasure?.statusBefore ?? client.status;
  const [kept = client] = await tx
    .update(organizations)
    .set({ status, ...(client.prospectUntil && { prospectUntil: endOfProspect() }) })
    .where(eq(organizations.id, clientId))
    .returning();
  await noteAction(tx, actor, 'client_kept', { orgId: clientId });
  return kept;
}

/**
 * Erases the prospects whose time is over, as one that an operator asks for, without grace. Of several processes one
 * does; what is won or kept meanwhile stays.
 */
export async function eraseOldProspects({ database: { accounts }, jobs }: Pick<Deps, 'database' | 'jobs'>) {
  const { id, name, prospectUntil } = organizations;
  const isOver = lte(prospectUntil, sql`now()`);
  const begun = accounts
    .select({ orgId: clientErasures.orgId })
    .from(clientErasures)
    .where(and(eq(clientErasures.orgId, id), lte(clientErasures.eraseAt, sql`now()`)));
  const found = await accounts
    .select({ id })
    .from(organizations)
    .where(and(isOver, notExists(begun)))
    .limit(100);
  for (const prospect of found)
    await accounts.transaction(async (tx) => {
      const still = and(eq(id, prospect.id), isOver);
      const [locked] = await tx.select({ name }).from(organizations).where(still).for('no key update');
      if (locked) await startErasure(tx, undefined, { jobs }, { clientId: prospect.id, name: locked.name, now: true });
    });
}

/** Queues erasures that are due. Their jobs are there already, unless they were given up and deleted. */
export async function queueDueErasures({ database: { accounts }, jobs }: Pick<Deps, 'database' | 'jobs'>) {
  const due = lte(clientErasures.eraseAt, sql`now()`);
  const found = await accounts.select().from(clientErasures).where(due).orderBy(clientErasures.eraseAt).limit(100);
  for (const erasure of found) await queueErasure(accounts, { jobs }, erasure);
}
