import { bigint, jsonb, pgEnum, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { clientId, tenantPolicies } from './tenant.ts';

export const peopleChangeAction = pgEnum('people_change_action', ['created', 'updated', 'deleted']);

/** What people changed in the records of pipelines, in order, for the pipelines to read. */
export const peopleChanges = pgTable(
  'people_changes',
  {
    clientId: clientId(),
    /** The version of the client's facts with this change: changes become visible in the order of their positions. */
    position: bigint({ mode: 'number' }).notNull(),
    at: moment().notNull(),
    userId: uuid().notNull(),
    action: peopleChangeAction().notNull(),
    /** The type of the record or of the part of a scan. */
    type: text().notNull(),
    externalId: text().notNull(),
    /** The id in the portal. */
    recordId: uuid().notNull(),
    /** The new values, by the name of the record's field. */
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (change) => [primaryKey({ columns: [change.clientId, change.position] }), ...tenantPolicies()],
);
