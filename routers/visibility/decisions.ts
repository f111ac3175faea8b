import { eq, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import type { TenantDb } from '../../db/handles.ts';
import { organizations, scanDecisions } from '../../db/schema/index.ts';
import type { ScanParts } from '../../db/schema/scan-parts.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { scoresChanged } from '../../server/cache/versions.ts';
import { notFound } from '../../server/errors.ts';
import { recordPeopleChange } from '../records/people-changes.ts';
import { stableId } from '../records/stable-id.ts';

// People decide on the status of recommendations and items of the plan. A scan stays as it was sent; decisions are laid
// over its entries when it is read, so that they hold for every scan, of yesterday and of tomorrow.

type Type = (typeof scanDecisions.$inferSelect)['type'];

interface Entry {
  externalId: string;
}

/** The entries of a scan that people decide on, in the order of the scan. */
const entriesOf = ({ recommendations, actionPlan }: Pick<ScanParts, 'recommendations' | 'actionPlan'>) =>
  [
    ['recommendation', recommendations ?? []],
    ['action_plan_item', (actionPlan?.phases ?? []).flatMap(({ items }) => items)],
  ] as [Type, Entry[]][];

const keyOf = (type: Type, externalId: string) => `${type} ${externalId}`;

/** The decisions on the entries of a scan. */
async function decisionsOn(db: TenantDb, tenant: Tenant, parts: ScanParts) {
  const ids = new Set(entriesOf(parts).flatMap(([, entries]) => entries.map(({ externalId }) => externalId)));
  if (ids.size === 0) return new Map<string, never>();
  const { type, externalId, status, decidedAt } = scanDecisions;
  const rows = await db
    .select({ type, externalId, status, decidedAt })
    .from(scanDecisions)
    .where(ownedBy(tenant, scanDecisions, sql`${externalId} = any(${makePgArray([...ids])}::text[])`));
  return new Map(rows.map((row) => [keyOf(row.type, row.externalId), row]));
}

/** The parts of a scan with the decisions of people on their entries. */
export async function withDecisions<Parts extends ScanParts>(
  db: TenantDb,
  tenant: Tenant,
  parts: Parts,
): Promise<Parts> {
  const decisions = await decisionsOn(db, tenant, parts);
  if (decisions.size === 0) return parts;

  const decided = <One extends Entry>(type: Type, entry: One): One => {
    const decision = decisions.get(keyOf(type, entry.externalId));
    if (!decision) return entry;
    const { status, decidedAt } = decision;
    const completedAt = status === 'done' ? decidedAt.toISOString() : null;
    return { ...entry, status, ...(type === 'action_plan_item' && { completedAt }) };
  };
  const { recommendations, actionPlan } = parts;
  const phases = actionPlan?.phases.map((phase) => ({
    ...phase,
    items: phase.items.map((item) => decided('action_plan_item', item)),
  }));
  return {
    ...parts,
    ...(recommendations && { recommendations: recommendations.map((one) => decided('recommendation', one)) }),
    ...(phases && { actionPlan: { phases } }),
  };
}

/** The entries of a scan whose status people have set: their status in the scan does not show. */
export async function keptInScan(db: TenantDb, tenant: Tenant, parts: ScanParts) {
  const decisions = await decisionsOn(db, tenant, parts);
  return entriesOf(parts).flatMap(([type, entries]) =>
    entries.flatMap(({ externalId }, index) =>
      decisions.has(keyOf(type, externalId)) ? [{ index, externalId, type, fields: ['status'] }] : [],
    ),
  );
}

/** The names from which the ids of entries are made. */
const KINDS: Record<Type, string> = { recommendation: 'recommendation', action_plan_item: 'planned-item' };

interface Decision {
  type: Type;
  id: string;
  userId: string;
  status: string;
}

/**
 * Sets the status of one of the entries of the latest scan, which are read as they are shown now. Decisions of a client
 * are made one by one, under the lock that each of its changes needs.
 *
 * @throws NOT_FOUND
 */
export async function decide(
  tx: TenantDb,
  tenant: Tenant,
  { type, id, userId, status }: Decision,
  entries: () => Promise<(Entry & { status: string })[] | null | undefined>,
) {
  const { clientId } = tenant;
  const client = eq(organizations.id, clientId);
  await tx.select({ id: organizations.id }).from(organizations).where(client).for('no key update');
  const isWanted = ({ externalId }: Entry) => stableId(clientId, KINDS[type], externalId) === id.toLowerCase();
  const entry = (await entries())?.find(isWanted);
  if (!entry) throw notFound();
  if (entry.status === status) return;

  const { externalId } = entry;
  const decision = { status, decidedAt: new Date() };
  const target = [scanDecisions.clientId, scanDecisions.type, scanDecisions.externalId];
  await tx
    .insert(scanDecisions)
    .values({ clientId, type, externalId, ...decision })
    .onConflictDoUpdate({ target, set: decision });
  await scoresChanged(tx, tenant);
  await recordPeopleChange(tx, tenant, {
    userId,
    action: 'updated',
    type,
    externalId,
    recordId: id,
    fields: { status },
  });
}
