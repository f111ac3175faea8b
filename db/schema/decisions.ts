import { pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { externalId } from './records.ts';
import { clientId, tenantPolicies } from './tenant.ts';

export const scanEntryType = pgEnum('scan_entry_type', ['recommendation', 'action_plan_item']);

/** The status that a person has given to an entry of scans. It holds for the entry of this id in every scan. */
export const scanDecisions = pgTable(
  'scan_decisions',
  {
    clientId: clientId(),
    type: scanEntryType().notNull(),
    externalId: externalId(),
    status: text().notNull(),
    decidedAt: moment().notNull(),
  },
  (decision) => [primaryKey({ columns: [decision.clientId, decision.type, decision.externalId] }), ...tenantPolicies()],
);
