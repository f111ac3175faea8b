import { drizzle } from 'drizzle-orm/postgres-js';

// Depends on Drizzle internals: a prepared query keeps the driver's client as `client`, and uses only that when it is
// executed; the session of a handle or a transaction has it too. test/internals/drizzle.test.ts fails when this
// changes.

// Builds statements without a connection.
const blueprint: unknown = drizzle.mock({ casing: 'snake_case' });

/** Prepares a query without a database. */
export const prepareOnce = <Handle, Query>(build: (db: Handle) => { prepare(name: string): Query }) =>
  build(blueprint as Handle).prepare('prepared');

interface Handle {
  session?: { client?: unknown };
}

/** Binds the query to the connection of a handle or a transaction, which determines the visible rows. */
export const boundTo = <Query extends object>(query: Query, db: object): Query =>
  Object.create(query, { client: { value: (db as Handle).session?.client } });
