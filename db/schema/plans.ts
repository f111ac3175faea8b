import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { clientModule } from './client-modules.ts';

/** What the numbers of a plan limit, by client. */
export const PLAN_LIMITS = ['prompts', 'monthlyAnswers', 'members', 'connections', 'reportsAMonth'] as const;
export type PlanLimit = (typeof PLAN_LIMITS)[number];

/** What is granted to whoever is billed for a product, which names itself in its metadata at Stripe. Null: no limit. */
export const plans = pgTable('plans', {
  /** In the order of the operator's list. */
  place: smallint().primaryKey(),
  key: text().notNull(),
  /** Null for every tier of the key. */
  tier: text(),
  prompts: integer(),
  monthlyAnswers: integer(),
  members: integer(),
  connections: integer(),
  reportsAMonth: integer(),
  features: clientModule().array().notNull().default([]),
});
