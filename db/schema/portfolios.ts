import { sql } from 'drizzle-orm';
import { index, pgPolicy, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { createdAt, id, updatedAt } from './columns.ts';
import { operators } from './operators.ts';
import { currentOperator, operatorRole } from './roles.ts';

const ofOwnPortfolios = (column: 'id' | 'portfolio_id') =>
  pgPolicy('own_portfolios', {
    to: operatorRole,
    using: sql`${sql.raw(column)} = any(array(select o.portfolio_id from portfolio_operators o where o.operator_id = ${currentOperator}))`,
  });

/** Clients that are looked after together, by operators who are limited to them. */
export const portfolios = pgTable(
  'portfolios',
  {
    id: id().primaryKey(),
    name: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (portfolio) => [unique().on(portfolio.name), ofOwnPortfolios('id')],
);

export const portfolioClients = pgTable(
  'portfolio_clients',
  {
    portfolioId: uuid()
      .notNull()
      .references(() => portfolios.id, { onDelete: 'cascade' }),
    orgId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.orgId] }),
    index().on(row.orgId),
    ofOwnPortfolios('portfolio_id'),
  ],
);

/** The portfolios of operators who are limited: see `operators.limited`. */
export const portfolioOperators = pgTable(
  'portfolio_operators',
  {
    operatorId: uuid()
      .notNull()
      .references(() => operators.userId, { onDelete: 'cascade' }),
    portfolioId: uuid()
      .notNull()
      .references(() => portfolios.id, { onDelete: 'cascade' }),
  },
  (row) => [
    primaryKey({ columns: [row.operatorId, row.portfolioId] }),
    index().on(row.portfolioId),
    pgPolicy('own_portfolios', { to: operatorRole, using: sql`operator_id = ${currentOperator}` }),
  ],
);
