import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import type { MaintenanceDb, TenantDb } from '../../../db/handles.ts';
import { connections, organizations } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';

/** Seconds for which a process has a connection for itself, and how often it extends that. */
export const LEASE = { seconds: 60, extendEvery: 15 };

export type LeasedConnection = typeof connections.$inferSelect & { lease: string };

/** Another process has taken the connection, or it is gone. */
export class LeaseLost extends Error {}

const until = sql`now() + ${LEASE.seconds} * interval '1 second'`;

/** Nobody reads it, and its days are due, or a part of its past where that does not pause. */
const IS_DUE = sql`(
  (due.next_sync_at <= now() and (due.lease is null or due.leased_until <= now()))
  or (due.past_day is not null and due.status = 'connected' and due.failures = 0
      and (due.leased_until is null or due.leased_until <= now())))`;

/**
 * Takes connections that are due, of active clients and of none that this process reads already: the daily ones first,
 * then the past of those that have waited longest.
 */
export async function takeDueConnections(
  db: MaintenanceDb,
  most: number,
  busyClients: string[],
): Promise<LeasedConnection[]> {
  const lease = randomUUID();
  const taken = await db
    .update(connections)
    .set({ lease, leasedUntil: until })
    .where(
      sql`(${connections.clientId}, ${connections.id}) in (
        with ready as (
          select distinct on (due.client_id) due.client_id, due.id, due.next_sync_at <= now() as daily, due.leased_until
          from ${connections} as due
          join ${organizations} on organizations.id = due.client_id and organizations.status = 'active'
          where ${IS_DUE} and due.client_id <> all(${makePgArray(busyClients)}::uuid[])
          order by due.client_id, daily desc, due.leased_until nulls first)
        select due.client_id, due.id from ready
        join ${connections} as due on due.client_id = ready.client_id and due.id = ready.id and ${IS_DUE}
        order by ready.daily desc, ready.leased_until nulls first
        limit ${most} for update of due skip locked)`,
    )
    .returning();
  return taken.map((connection) => ({ ...connection, lease }));
}

const mine = (tenant: Pick<Tenant, 'clientId'>, { id, lease }: LeasedConnection) =>
  ownedBy(tenant, connections, and(eq(connections.id, id), eq(connections.lease, lease)));

/** Extends the lease, and locks the connection until the transaction ends. @throws LeaseLost */
export async function holdLease(tx: TenantDb, tenant: Tenant, connection: LeasedConnection) {
  const held = await tx
    .update(connections)
    .set({ leasedUntil: until })
    .where(mine(tenant, connection))
    .returning({ id: connections.id });
  if (held.length === 0) throw new LeaseLost('The connection is no longer this process’s.');
}

/** Writes to a connection under its lease. @throws LeaseLost */
export async function writeLeased(
  tx: TenantDb,
  tenant: Tenant,
  connection: LeasedConnection,
  fields: Partial<typeof connections.$inferInsert>,
) {
  const [written] = await tx.update(connections).set(fields).where(mine(tenant, connection)).returning();
  if (!written) throw new LeaseLost('The connection is no longer this process’s.');
  return written;
}

// The column rounds to milliseconds: rounded up, a lease that has ended would hold for a moment longer.
const ended = sql`date_trunc('milliseconds', now())`;

/** Ends a lease, so that the next turn may begin; of the past after a pause of some seconds. */
export const returnLease = (db: TenantDb, tenant: Tenant, connection: LeasedConnection, pause = 0) =>
  db
    .update(connections)
    .set({ lease: null, leasedUntil: sql`${ended} + ${pause} * interval '1 second'` })
    .where(mine(tenant, connection));
