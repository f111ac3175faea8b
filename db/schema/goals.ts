import { date, doublePrecision, index, pgEnum, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from './columns.ts';
import { externalId, priority } from './records.ts';
import { clientId, tenantPolicies } from './tenant.ts';

export const goalStatus = pgEnum('goal_status', ['not_started', 'in_progress', 'completed', 'paused', 'cancelled']);

/** A goal of the client. A target below the baseline is a reduction. `id` is `goal_id` in the API. */
export const goals = pgTable(
  'goals',
  {
    clientId: clientId(),
    id: id(),
    externalId: externalId(),
    title: text().notNull(),
    goalType: text().notNull(),
    category: text().notNull(),
    targetValue: doublePrecision().notNull(),
    currentValue: doublePrecision().notNull(),
    baselineValue: doublePrecision().notNull(),
    unit: text().notNull(),
    status: goalStatus().notNull(),
    priority: priority().notNull(),
    /** The deadline in the client's time zone. */
    deadline: date(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (goal) => [
    primaryKey({ columns: [goal.clientId, goal.id] }),
    unique().on(goal.clientId, goal.externalId),
    index().on(goal.clientId, goal.status, goal.deadline),
    ...tenantPolicies(),
  ],
);
