import { sql } from 'drizzle-orm';
import { bigint, date, doublePrecision, index, integer, pgPolicy, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { moment } from './columns.ts';
import { currentClient, maintenanceRole, ofOwnClients, tenantRole } from './roles.ts';

/**
 * The figures of a client in the operator's list, maintained by triggers in the statement that changes them: a page of
 * the list reads its own rows only. The row is made with the organization, and has org_id: operators have no tenant.
 */
export const clientFacts = pgTable(
  'client_facts',
  {
    orgId: uuid()
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** The score of the latest scan, its change since the one before, and when it was completed. */
    dynamicScore: doublePrecision(),
    change: doublePrecision(),
    lastScanAt: moment(),
    /** The points that the score lost over the last three scans with scores, each lower than the one before it. */
    steadyFall: doublePrecision(),
    /** How much the client needs a look; set by a sweep: see routers/operator/clients-attention.ts. */
    attention: doublePrecision().notNull().default(0),
    openActionItems: integer().notNull().default(0),
    subscriptionStatus: text().notNull().default('none'),
    /** In major units of the currency with two decimals; 0 where items are billed in several. */
    totalMrr: doublePrecision().notNull().default(0),
    /** Lower-case ISO 4217 code; null without items, and where they are billed in several. */
    currency: text(),
    /** The first day of the month of the next two, in UTC. */
    month: date(),
    questionsInMonth: bigint({ mode: 'number' }).notNull().default(0),
    tokensInMonth: bigint({ mode: 'number' }).notNull().default(0),
    /** The day of arrival of the next two, in UTC. */
    day: date(),
    scansInDay: integer().notNull().default(0),
    questionsInDay: integer().notNull().default(0),
  },
  (row) => [
    // Clients without a score come last, either way.
    index('client_facts_best').on(sql`(coalesce(dynamic_score, -1))`, row.orgId),
    index('client_facts_worst').on(sql`(coalesce(dynamic_score, 101))`, row.orgId),
    index('client_facts_attention').on(row.attention, row.orgId),
    index().on(row.day),
    index().on(row.month),
    pgPolicy('one_client', { to: tenantRole, using: sql`org_id = ${currentClient}` }),
    pgPolicy('all_clients', { to: maintenanceRole, using: sql`true` }),
    ofOwnClients('org_id'),
  ],
);
