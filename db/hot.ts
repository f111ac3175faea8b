import { drizzle } from 'drizzle-orm/postgres-js';
import type { Db } from './connection.ts';
import { readRows } from './rows.ts';

// Builds statements without a connection.
const blueprint = drizzle.mock({ casing: 'snake_case' }) as unknown as Db;

/**
 * A query that requests run often: its SQL, and how its rows are read, are settled once, when the module loads; each
 * call only binds it to the handle it is given. The handle decides whose rows it sees.
 */
export function hot<Query extends object>(build: (db: Db) => { prepare(name: string): Query }) {
  const prepared = readRows(build(blueprint).prepare('hot'));
  return (db: Db) => Object.create(prepared, { client: { value: db.$client } }) as Query;
}
