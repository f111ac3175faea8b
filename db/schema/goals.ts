import {
  date,
  doublePrecision,
  foreignKey,
  index,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { externalId, peopleFields, priority } from './records.ts';
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
    /** The day on which it was reported as overdue. A deadline on this day or later is reported again. */
    overdueToldOn: date(),
    peopleFields: peopleFields(),
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

/** A person's reading of a goal's value. */
export const goalReadings = pgTable(
  'goal_readings',
  {
    clientId: clientId(),
    id: id(),
    goalId: uuid().notNull(),
    at: moment().notNull(),
    value: doublePrecision().notNull(),
    note: text(),
    userId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (reading) => [
    primaryKey({ columns: [reading.clientId, reading.id] }),
    foreignKey({ columns: [reading.clientId, reading.goalId], foreignColumns: [goals.clientId, goals.id] }).onDelete(
      'cascade',
    ),
    index().on(reading.clientId, reading.goalId, reading.at, reading.id),
    ...tenantPolicies(),
  ],
);
