import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Reach } from '../../db/handles.ts';
import { operators, portfolioClients, portfolioOperators, portfolios } from '../../db/schema/index.ts';

/** The reach of an operator: see `operators.limited`. */
export const reachOf = (operatorId: string, { limited }: { limited: boolean }): Reach =>
  limited ? { operatorId } : 'all';

/** The operator with portfolios whose a new thing is; null for one without. */
export const limitedOwnerOf = (reach: Reach) => (reach === 'all' ? null : reach.operatorId);

/** The condition that a client is in a portfolio of an operator, in statements on account tables. */
export const isInPortfolioOf = (operatorId: SQLWrapper | string, orgId: SQLWrapper | string) => sql`exists (
  select from ${portfolioClients}
  join ${portfolioOperators} on ${portfolioOperators.portfolioId} = ${portfolioClients.portfolioId}
  where ${portfolioOperators.operatorId} = ${operatorId} and ${portfolioClients.orgId} = ${orgId})`;

/** The condition that an operator reaches a client. One who has lost the role reaches none. */
export const reaches = (operatorId: SQLWrapper | string, orgId: SQLWrapper | string) => sql`(exists (
  select from ${operators} where ${operators.userId} = ${operatorId} and not ${operators.limited})
  or ${isInPortfolioOf(operatorId, orgId)})`;

interface NamedPortfolio {
  id: string;
  name: string;
}

/** The portfolios of an operator by name, in queries on operators; null for one who reaches all clients. */
export const operatorPortfolios = sql`case when ${operators.limited} then (
  select coalesce(json_agg(json_build_object('id', ${portfolios.id}, 'name', ${portfolios.name}) order by ${portfolios.name}), '[]')
  from ${portfolioOperators} join ${portfolios} on ${portfolios.id} = ${portfolioOperators.portfolioId}
  where ${portfolioOperators.operatorId} = ${operators.userId}) end`.mapWith(
  (value: string | NamedPortfolio[]): NamedPortfolio[] => (typeof value === 'string' ? JSON.parse(value) : value),
);
