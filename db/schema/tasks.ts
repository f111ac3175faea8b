import { date, index, pgEnum, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { externalId, peopleFields, priority } from './records.ts';
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
    /** The user who shall do it. A former member stays stored, and is shown again after coming back. */
    assigneeId: uuid(),
    /** The user who made it; null for an item of a pipeline. */
    createdBy: uuid(),
    peopleFields: peopleFields(),
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
