import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { LRUCache } from 'lru-cache';
import type { Sql } from 'postgres';
import { ACCOUNTS, boundedClient, type Connections, type Scope, type Timeouts } from './client.ts';
import { openConnection } from './connection.ts';
import type { DiskOptions } from './disk-guard.ts';
import { openEmbedded } from './embedded.ts';
import { fairQueue } from './fair-queue.ts';
import type { AccountDb, MaintenanceDb, TenantDb } from './handles.ts';
import { connectionPool } from './pool.ts';
import type { Tenant } from './tenant.ts';

const CONNECTIONS = 10;

// Drizzle converts times and JSON itself; the driver passes their text through.
const passThrough = { serialize: (value: unknown) => value, parse: (text: string) => text };
const TEXT_TYPES = [114, 3802, 1082, 1083, 1114, 1184, 1115, 1182, 1185, 1231];
const types = Object.fromEntries(TEXT_TYPES.map((type) => [`t${type}`, { ...passThrough, to: type, from: [type] }]));

/** The server-side timeouts, which PostgreSQL enforces. */
const serverLimits = ({ statement, transaction }: Timeouts) => ({
  statement_timeout: statement,
  lock_timeout: statement,
  idle_in_transaction_session_timeout: transaction,
});

/** Creates every handle: its type states whose rows its scope shows. */
const handle = <Handle>(connections: Connections, timeouts: Timeouts, scope?: Scope) =>
  drizzle(boundedClient(connections, timeouts, scope), { casing: 'snake_case' }) as unknown as Handle;

/** Clients take turns: one has at most 40 % of the connections, and the account tables, which all need, 60 %. */
const queueOf = (size: number) =>
  fairQueue({
    atOnce: size,
    perKey: (key) => Math.max(1, Math.floor(size * (key === ACCOUNTS ? 0.6 : 0.4))),
    waiting: 1000,
  });

const MAINTENANCE_TIMEOUTS = { statement: 120_000, transaction: 600_000 };

/**
 * Opens PostgreSQL at `url`, or the embedded one in `folder`. Callers see no difference.
 *
 * `accounts`: tables without a client. `as(tenant)`: the rows of one client. `asMaintenance()`: the rows of all clients.
 */
export async function connect(
  at: { url?: string | undefined; folder: string },
  timeouts: Timeouts,
  disk: DiskOptions = {},
) {
  const embedded = at.url ? undefined : await openEmbedded(at.folder, disk);
  const inside = { host: 'embedded', database: 'postgres', username: 'postgres', socket: embedded?.socket, types };
  const outside = { connect_timeout: 5, keep_alive: 15, types };
  const open = (limits: object) => () =>
    embedded
      ? openConnection('', inside as object)
      : openConnection(at.url ?? '', { ...outside, connection: limits } as object);

  const size = embedded ? 1 : CONNECTIONS;
  const connections: Connections = {
    pool: connectionPool(open(serverLimits(timeouts))),
    queue: queueOf(size),
    ...(embedded && { prepare: embedded.prepare }),
  };
  const tenants = new LRUCache<string, TenantDb>({
    max: 5000,
    memoMethod: (clientId) => handle<TenantDb>(connections, timeouts, { role: 'portal_tenant', clientId }),
  });
  const maintenance = handle<MaintenanceDb>(connections, timeouts, { role: 'portal_maintenance', clientId: '' });
  return {
    accounts: handle<AccountDb>(connections, timeouts),
    as: ({ clientId }: Pick<Tenant, 'clientId'>) => tenants.memo(clientId),
    asMaintenance: () => maintenance,
    /** A separate connection with long timeouts, for migrations and presence. */
    dedicated() {
      const own = embedded ? connections : { pool: connectionPool(open({})), queue: queueOf(1) };
      return {
        db: handle<PostgresJsDatabase & { $client: Sql }>(own, MAINTENANCE_TIMEOUTS),
        close: async () => (embedded ? undefined : own.pool.close()),
      };
    },
    embedded: Boolean(embedded),
    async close() {
      await connections.pool.close();
      await embedded?.close();
    },
  };
}

export type Database = Awaited<ReturnType<typeof connect>>;
