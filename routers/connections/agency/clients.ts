import { and, count, eq, inArray } from 'drizzle-orm';
import type { Reach } from '../../../db/handles.ts';
import { connections } from '../../../db/schema/index.ts';
import { ownedBy } from '../../../db/tenant.ts';
import { factsChanged } from '../../../server/cache/versions.ts';
import type { Deps } from '../../../server/deps.ts';
import { invalid } from '../../../server/errors.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import { ITSELF, record } from '../../../server/identity/security-trail.ts';
import { planGrants } from '../../plans/granted.ts';
import { withinPlan } from '../../plans/within-plan.ts';
import { storeConnection } from '../store-connection.ts';
import { hasAllGrants } from './grants.ts';
import { MOST_OF_GRANT } from './list.ts';
import type { ProvedConnection, WantedConnection } from './prove-all.ts';

/** How the trail of a client names the operator. */
const OPERATOR = 'The operator of the portal';

type Platform = Pick<Deps, 'database' | 'env'>;
type Planned = Platform & Pick<Deps, 'use'>;

/**
 * Requires that the plans of clients grant what is to be connected, before any of it is.
 *
 * @throws PLAN_LIMIT
 */
export async function assertPlanRoom({ database, use }: Planned, wanted: WantedConnection[]) {
  for (const [tenantId, theirs] of Map.groupBy(wanted, ({ tenant }) => tenant.clientId)) {
    const tenant = { clientId: tenantId };
    const db = database.as(tenant);
    const kinds = theirs.map(({ kind }) => kind);
    const [there] = await db
      .select({ connections: count() })
      .from(connections)
      .where(ownedBy(tenant, connections, inArray(connections.kind, kinds)));
    const more = kinds.length - (there?.connections ?? 0);
    if (more > 0) await withinPlan(db, tenant, await use(planGrants).of(tenantId), { limit: 'connections', more });
  }
}

/** Stores a connection of a client with a grant of the operator. True for a new one. */
async function connectClient(
  { database, env, use }: Planned,
  grantId: string,
  { tenant, kind, given, name }: ProvedConnection,
) {
  const granted = await use(planGrants).of(tenant.clientId);
  return database.as(tenant).transaction(async (tx) => {
    const made = { kind, given, name, operatorGrantId: grantId };
    const { stored, isNew } = await storeConnection(tx, { tenant, env, granted }, made);
    const details = { connectionId: stored.id, kind };
    const type = isNew ? 'connection_made' : 'connection_mended';
    await record(tx, ITSELF, { type, orgId: tenant.clientId, actor: OPERATOR, details });
    return isNew;
  });
}

/**
 * Connects clients with a grant of the operator. Where one is refused, as another call was faster, those that were made
 * are taken back.
 *
 * @throws INVALID_TRANSITION, PLAN_LIMIT
 */
export async function connectClients(platform: Planned, grantId: string, proved: ProvedConnection[]) {
  const made: ProvedConnection[] = [];
  try {
    for (const one of proved) if (await connectClient(platform, grantId, one)) made.push(one);
  } catch (error) {
    for (const { tenant, kind } of made) await disconnectClient(platform, grantId, tenant.clientId, kind);
    throw error;
  }
}

const ofGrant = (grantId: string, clientId?: string, kind?: string) =>
  and(
    eq(connections.operatorGrantId, grantId),
    clientId === undefined ? undefined : eq(connections.clientId, clientId),
    kind === undefined ? undefined : eq(connections.kind, kind),
  );

/**
 * Requires room for more connections of a grant, or for a new grant.
 *
 * @throws VALIDATION_ERROR
 */
export async function assertGrantRoom({ database }: Platform, reach: Reach, grantId: string | undefined, more: number) {
  if (grantId === undefined) {
    if (await hasAllGrants(database.accounts, reach))
      throw invalid('', 'There are too many grants. Please remove one first.');
    return;
  }
  const [found] = await database
    .asMaintenance()
    .select({ connections: count() })
    .from(connections)
    .where(ofGrant(grantId));
  if ((found?.connections ?? 0) + more > MOST_OF_GRANT)
    throw invalid('connections', `A grant has at most ${MOST_OF_GRANT} connections. Please use another one.`);
}

/** The clients of an operator that a grant has connections of, or this one if it does. */
export async function clientsOfGrant({ database }: Platform, reach: Reach, grantId: string, clientId?: string) {
  const rows = await database
    .within(reach)
    .clients.selectDistinct({ clientId: connections.clientId })
    .from(connections)
    .where(ofGrant(grantId, clientId));
  return rows.map((row) => row.clientId);
}

/** Removes the connections of a client with a grant, or that of one kind. What they have brought stays. */
export async function disconnectClient({ database }: Platform, grantId: string, clientId: string, kind?: string) {
  const tenant = await findTenant(database.accounts, clientId);
  if (!tenant) return;
  await database.as(tenant).transaction(async (tx) => {
    const gone = await tx
      .delete(connections)
      .where(ofGrant(grantId, tenant.clientId, kind))
      .returning();
    for (const { id: connectionId, kind: removed } of gone) {
      const details = { connectionId, kind: removed };
      await record(tx, ITSELF, { type: 'connection_removed', orgId: clientId, actor: OPERATOR, details });
    }
    if (gone.length > 0) await factsChanged(tx, tenant);
  });
}
