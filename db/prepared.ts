import { drizzle } from 'drizzle-orm/postgres-js';
import type { AccountDb, TenantDb } from './handles.ts';
import { readRows } from './rows.ts';

// Builds statements without a connection.
const blueprint: unknown = drizzle.mock({ casing: 'snake_case' });

type Build<Handle, Query> = (db: Handle) => { prepare(name: string): Query };

/**
 * A query that requests run often: its SQL, and how its rows are read, are settled once, when the module loads; each
 * call only binds it to the handle it is given. The handle decides whose rows it sees.
 */
function prepare<Handle extends object, Query extends object>(build: Build<Handle, Query>) {
  const query = readRows(build(blueprint as Handle).prepare('prepared'));
  return (db: Handle) => Object.create(query, { client: { value: (db as { $client?: unknown }).$client } }) as Query;
}

/** A prepared query on account tables. */
export const accountQuery = <Query extends object>(build: Build<AccountDb, Query>) => prepare(build);

/** A prepared query on tenant tables. */
export const tenantQuery = <Query extends object>(build: Build<TenantDb, Query>) => prepare(build);
