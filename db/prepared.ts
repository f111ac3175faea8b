import { boundTo, prepareOnce } from '../internals/drizzle-prepared.ts';
import { decodeOnce } from '../internals/drizzle-rows.ts';
import type { AccountDb, TenantDb } from './handles.ts';

type Build<Handle, Query> = (db: Handle) => { prepare(name: string): Query };

/**
 * Prepares a frequent query: its SQL and the decoding of its rows are determined once, when the module loads; each call
 * only binds it to a handle.
 */
function prepared<Handle extends object, Query extends object>(build: Build<Handle, Query>) {
  const query = decodeOnce(prepareOnce(build));
  return (db: Handle) => boundTo(query, db);
}

/** A prepared query on account tables. */
export const accountQuery = <Query extends object>(build: Build<AccountDb, Query>) => prepared(build);

/** A prepared query on tenant tables. */
export const tenantQuery = <Query extends object>(build: Build<TenantDb, Query>) => prepared(build);
