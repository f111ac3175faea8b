import { asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { organizations, portfolioClients, portfolioOperators, portfolios, users } from '../../../db/schema/index.ts';
import { nameOrder } from '../../../db/schema/name-order.ts';
import { notFound } from '../../../server/errors.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { MOST } from './shapes.ts';

export const portfolioOrder = keyset('portfolios', 'asc', [portfolios.name, KEY.text], [portfolios.id, KEY.id]);

/** Reads portfolios by name, with their clients and operators. */
export async function readPortfolios(db: AccountDb, some: SQL | undefined, limit: number) {
  const rows = await db
    .select()
    .from(portfolios)
    .where(some)
    .orderBy(...portfolioOrder.orderBy)
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [clients, people] = await Promise.all([
    db
      .select()
      .from(portfolioClients)
      .where(inArray(portfolioClients.portfolioId, ids))
      .orderBy(asc(portfolioClients.portfolioId), asc(portfolioClients.orgId))
      .limit(ids.length * MOST.clients),
    db
      .select({ portfolioId: portfolioOperators.portfolioId, id: users.id, email: users.email, name: users.name })
      .from(portfolioOperators)
      .innerJoin(users, eq(users.id, portfolioOperators.operatorId))
      .where(inArray(portfolioOperators.portfolioId, ids))
      .orderBy(asc(users.email))
      .limit(ids.length * MOST.operators),
  ]);
  const theirs = Map.groupBy(clients, ({ portfolioId }) => portfolioId);
  const peopleOf = Map.groupBy(people, ({ portfolioId }) => portfolioId);
  return rows.map((row) => ({
    ...row,
    clientIds: theirs.get(row.id)?.map(({ orgId }) => orgId) ?? [],
    operators: peopleOf.get(row.id) ?? [],
  }));
}

/** Finds a portfolio. @throws NOT_FOUND */
export async function findPortfolio(db: AccountDb, id: string) {
  const [portfolio] = await db.select().from(portfolios).where(eq(portfolios.id, id));
  if (!portfolio) throw notFound();
  return portfolio;
}

/** The clients of a portfolio by name. */
export const clientsOf = (db: AccountDb, portfolioId: string) =>
  db
    .select({ id: organizations.id, name: organizations.name })
    .from(portfolioClients)
    .innerJoin(organizations, eq(organizations.id, portfolioClients.orgId))
    .where(eq(portfolioClients.portfolioId, portfolioId))
    .orderBy(asc(nameOrder(organizations.name)), asc(organizations.id))
    .limit(MOST.clients);

/** Reads one portfolio. @throws NOT_FOUND */
export async function readPortfolio(db: AccountDb, id: string) {
  const [found] = await readPortfolios(db, eq(portfolios.id, id), 1);
  if (!found) throw notFound();
  return found;
}
