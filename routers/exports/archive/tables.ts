import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '../../../db/schema/index.ts';

// What archives hold follows from the schema: a table or column that is not named here is in.

/** Tables of clients that are not in the archive of a client, and why. */
export const LEFT_OUT = {
  idempotency_keys: 'answers kept for a day, of what is in the other tables',
  page_storage: 'a sum over pages and page_versions',
  insight_run_totals: 'a count of insight_runs',
  client_facts: 'sums over other tables, for the operator',
  sessions: 'sign-ins of people, who export their own',
  operator_events: 'the operator’s own trail',
  operator_reasons: 'the operator’s own trail',
  client_exports: 'archives such as this one',
  client_erasures: 'the operator’s own work',
};

/** Tables of clients that are not in the archive of a person, though their rows name people, and why. */
export const NOT_PERSONAL = {
  idempotency_keys: LEFT_OUT.idempotency_keys,
  action_items: 'the organization’s work',
  notices: 'what was told to everybody',
  page_activity: 'the organization’s content',
  page_versions: 'the organization’s content',
  pages: 'the organization’s content',
};

/** Never exported: credentials, and data from which they could be guessed. */
const SECRET = /secret|hash|sealed/i;

/** Columns that only the operator of the portal sees, and numbers of processes. */
const HIDDEN: Record<string, string[]> = {
  organizations: ['notes', 'monthlyTokenBudget', 'monthlyAnswers', 'grants', 'prospectUntil'],
  measurement_answers: ['worker'],
  insight_runs: ['failureKind', 'upstreamStatus', 'requestId', 'worker'],
  webhook_deliveries: ['leasedUntil'],
  connection_grants: ['refreshingUntil'],
  connections: ['lease', 'leasedUntil', 'tellAt', 'operatorGrantId'],
  notices: ['claimedUntil'],
  stripe_events: ['claimedUntil'],
};

const TABLES: PgTable[] = Object.values(schema).filter((entry) => is(entry, PgTable));

/** The column of a table under one of the names, the first that there is. */
export function columnOf(table: PgTable, ...names: string[]): PgColumn | undefined {
  const columns = getTableColumns(table);
  const name = names.find((one) => one in columns);
  return name === undefined ? undefined : columns[name];
}

/** The columns of a table that an archive may hold, by the names of the fields. */
export const exportedColumns = (table: PgTable): Record<string, PgColumn> => {
  const hidden = HIDDEN[getTableName(table)] ?? [];
  const shown = Object.entries(getTableColumns(table)).filter(([name]) => !hidden.includes(name) && !SECRET.test(name));
  return Object.fromEntries(shown);
};

/** The column that says whose client a row is: `clientId` under row-level security, else `orgId`. */
export const ownerColumn = (table: PgTable) => columnOf(table, 'clientId', 'orgId');

/** All tables with rows of clients. */
export const CLIENT_TABLES = TABLES.filter((table) => ownerColumn(table));

/** The tables in the archive of a client, besides its own row and its people. */
export const EXPORTED = CLIENT_TABLES.filter(
  (table) => !(getTableName(table) in LEFT_OUT) && table !== schema.memberships,
);

/** The author column of a table of clients. */
export const authorColumn = (table: PgTable) => columnOf(table, 'userId', 'createdBy', 'caller', 'causedBy');

/** The tables of clients with content written by people. */
export const PERSONAL = CLIENT_TABLES.filter(
  (table) => columnOf(table, 'clientId') && authorColumn(table) && !(getTableName(table) in NOT_PERSONAL),
);
