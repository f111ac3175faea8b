import { date, index, pgEnum, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { externalId, priority } from './records.ts';
import { clientId, tenantPolicies } from './tenant.ts';

export const actionItemStatus = pgEnum('action_item_status', ['open', 'in_progress', 'done', 'dismissed']);
export const actionItemSource = pgEnum('action_item_source', ['scan', 'goal', 'manual']);

/** An action item. */
export const actionItems = pgTable(
  'action_items',
  {
    clientId: clientId(),
    id: id(),
    externalId: externalId(),
    title: text().notNull(),
    description: text(),
    category: text().notNull(),
    priority: priority().notNull(),
    status: actionItemStatus().notNull(),
    /** The due date in the client's time zone. */
    dueDate: date(),
    source: actionItemSource().notNull(),
    completedAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (item) => [
    primaryKey({ columns: [item.clientId, item.id] }),
    unique().on(item.clientId, item.externalId),
    index().on(item.clientId, item.status, item.dueDate),
    ...tenantPolicies(),
  ],
);
