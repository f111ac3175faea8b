import { and, eq, getTableName, lte, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database, OwnConnection } from '../../../db/database.ts';
import { clientErasures, memberships, operatorEvents, organizations } from '../../../db/schema/index.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { Deps } from '../../../server/deps.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import { endSubscriptions } from '../../billing/public.ts';
import { CLIENT_TABLES, columnOf, ownerColumn } from '../../exports/public.ts';
import { stableId } from '../../records/stable-id.ts';
import { deleteRows, referringFirst } from './delete-rows.ts';
import { erasePeople, guestsOf, peopleOf } from './people.ts';
import { ERASURE } from './settings.ts';
import { eraseTraces } from './traces.ts';

/** The trail stays: its lines hold ids only. The erasure itself goes with the organization. */
const LAST = new Set(['operator_events', 'client_erasures']);

type Signal = AbortSignal | undefined;

/** Marks the beginning: from then on the client cannot be kept. Undefined when it is kept, not due, or gone. */
async function begin({ accounts }: Database, clientId: string) {
  const due = and(eq(clientErasures.orgId, clientId), lte(clientErasures.eraseAt, sql`now()`));
  const [erasure] = await accounts
    .update(clientErasures)
    .set({ begunAt: sql`coalesce(${clientErasures.begunAt}, now())` })
    .where(due)
    .returning();
  return erasure;
}

/** Deletes the rows of a client, table by table. */
async function eraseRows(database: Database, owner: OwnConnection, tenant: Tenant, signal: Signal) {
  const { clientId } = tenant;
  const tables = referringFirst(CLIENT_TABLES).filter((table) => !LAST.has(getTableName(table)));
  const { ofClient = [], ofAccounts = [] } = Object.groupBy(tables, (table) =>
    columnOf(table, 'clientId') ? 'ofClient' : 'ofAccounts',
  );
  const rows = (table: PgTable) => sql`${ownerColumn(table)} = ${clientId}`;
  for (const table of ofClient) await deleteRows(database.as(tenant), sql`${table}`, rows(table), signal);
  for (const table of ofAccounts)
    if (table !== memberships) await deleteRows(owner, sql`${table}`, rows(table), signal);
}

/**
 * Deletes the organization and records it, in one transaction. Rows written meanwhile are deleted too, and later
 * writes find no organization. False while it has members who are to be erased first.
 */
const eraseOrganization = (owner: OwnConnection, { orgId, askedBy }: typeof clientErasures.$inferSelect) =>
  owner.transaction(async (tx) => {
    await tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, orgId)).for('update');
    const left = await tx.select({ id: memberships.id }).from(memberships).where(eq(memberships.orgId, orgId)).limit(1);
    if (left.length > 0) return false;
    const gone = await tx.delete(organizations).where(eq(organizations.id, orgId)).returning({ id: organizations.id });
    if (gone.length > 0) await tx.insert(operatorEvents).values({ type: 'client_erased', orgId, actorId: askedBy });
    return true;
  });

/** Queues another look, since a call that was on its way may have left a file or a mail after the last one. */
const lookAgain = ({ jobs, database }: Deps, clientId: string) => {
  const job = { id: stableId(clientId, 'erasure', 'again'), data: { orgId: clientId } };
  return jobs.sendOnce(database.accounts, 'client-erasures', [
    { ...job, startAfter: new Date(Date.now() + ERASURE.again) },
  ]);
};

async function erase(deps: Deps, owner: OwnConnection, tenant: Tenant, signal: Signal) {
  const { database } = deps;
  const { clientId } = tenant;
  for (;;) {
    const erasure = await begin(database, clientId);
    if (!erasure) return;
    // First, as the customer is forgotten with the rows: while Stripe is away, the erasure waits.
    await endSubscriptions(deps, clientId);
    const { accounts } = database;
    const [people, guests] = [await peopleOf(accounts, clientId), await guestsOf(accounts, clientId)];
    const erased = { clientId, people, guests };
    await eraseRows(database, owner, tenant, signal);
    // Before the people, by whose addresses traces are found, and once more after them.
    await eraseTraces(deps, owner, erased, signal);
    await erasePeople(owner, erased, signal);
    await eraseTraces(deps, owner, erased, signal);
    await deleteRows(owner, sql`${memberships}`, sql`${memberships.orgId} = ${clientId}`, signal);
    if (await eraseOrganization(owner, erasure)) return lookAgain(deps, clientId);
  }
}

/**
 * Erases a client whose grace is over: rows, files, jobs, and the people who belong to it only. A process that dies is
 * followed by another one, which continues with the rest.
 */
export const eraseClient =
  (deps: Deps) =>
  async ({ orgId }: { orgId: string }, { signal }: { signal?: AbortSignal }) => {
    const tenant = await findTenant(deps.database.accounts, orgId);
    const owner = deps.database.asOwner();
    try {
      if (tenant) await erase(deps, owner.db, tenant, signal);
      else await eraseTraces(deps, owner.db, { clientId: orgId, people: [], guests: [] }, signal);
    } finally {
      await owner.close();
    }
  };
