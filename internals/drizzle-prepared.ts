import { drizzle } from 'drizzle-orm/postgres-js';

// What this file knows of Drizzle's insides: a prepared query keeps the driver's client as `client`, and asks it alone
// when it is executed. test/internals/drizzle.test.ts fails when that is no longer so.

// Builds statements without a connection.
const blueprint: unknown = drizzle.mock({ casing: 'snake_case' });

/** Prepares a query without a database: its SQL is settled once. */
export const prepareOnce = <Handle, Query>(build: (db: Handle) => { prepare(name: string): Query }) =>
  build(blueprint as Handle).prepare('prepared');

/** The query on the connection of a handle. The handle decides whose rows it sees. */
export const boundTo = <Query extends object>(query: Query, db: object): Query =>
  Object.create(query, { client: { value: (db as { $client?: unknown }).$client } });
