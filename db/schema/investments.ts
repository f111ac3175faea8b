import { date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { updatedAt } from './columns.ts';
import { externalId, moneyAmount } from './records.ts';
import { clientId, tenantPolicies } from './tenant.ts';

/** Spending and its expected return, in the client's currency. */
export const investments = pgTable(
  'investments',
  {
    clientId: clientId(),
    externalId: externalId(),
    date: date().notNull(),
    category: text().notNull(),
    description: text(),
    amount: moneyAmount(),
    estimatedReturn: moneyAmount(),
    updatedAt: updatedAt(),
  },
  (investment) => [
    primaryKey({ columns: [investment.clientId, investment.externalId] }),
    index().on(investment.clientId, investment.date),
    ...tenantPolicies(),
  ],
);
