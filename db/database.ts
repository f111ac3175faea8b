import { sql } from 'drizzle-orm';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { LRUCache } from 'lru-cache';
import type { Sql } from 'postgres';
import { fairQueue } from '../flow/fair-queue.ts';
import { longTurns } from '../flow/long-turns.ts';
import { ACCOUNTS, boundedClient, CALLERS, type Connections, JOBS, type Timeouts } from './client.ts';
import { openConnection } from './connection.ts';
import type { DiskOptions } from './disk-guard.ts';
import { openEmbedded } from './embedded.ts';
import type { AccountDb, Executor, MaintenanceDb, Reach, TenantDb } from './handles.ts';
import { hostsOf, parametersOf, primaryOf, standbyOf } from './hosts.ts';
import { connectionPool } from './pool.ts';
import { openReplica, REPLICA_LIMITS, type Reader, readingClient } from './replica.ts';
import { IDENTITY, sameAs } from './same-database.ts';
import type { Scope } from './scope.ts';
import type { Tenant } from './tenant.ts';

// Drizzle converts times and JSON itself; the driver passes their text through.
const passThrough = { serialize: (value: unknown) => value, parse: (text: string) => text };
const TEXT_TYPES = [114, 3802, 1082, 1083, 1114, 1184, 1115, 1182, 1185, 1231];
const types = {
  ...Object.fromEntries(TEXT_TYPES.map((type) => [`t${type}`, { ...passThrough, to: type, from: [type] }])),
  // pg-boss takes a job for lost whose id is not in the array that a heartbeat returns.
  uuids: {
    to: 2951,
    from: [2951],
    serialize: String,
    parse: (text: string) => text.slice(1, -1).split(',').filter(Boolean),
  },
};

/** The server-side timeouts, which PostgreSQL enforces. */
const serverLimits = ({ statement, transaction }: Timeouts) => ({
  statement_timeout: statement,
  lock_timeout: statement,
  idle_in_transaction_session_timeout: transaction,
});

/** Creates every handle: its type states whose rows its client shows. */
const handleOn = <Handle>(client: ReturnType<typeof boundedClient>) =>
  drizzle(client, { casing: 'snake_case' }) as unknown as Handle;

const handle = <Handle>(connections: Connections, timeouts: Timeouts, scope?: Scope) =>
  handleOn<Handle>(boundedClient(connections, timeouts, scope));

/** The key of statements on the rows of all clients. */
const MAINTENANCE = '';

/** Those whose long turns are not counted: they are not of one client. */
const SHARED = [CALLERS, JOBS, MAINTENANCE];

const SHARES: Record<string, number> = { [ACCOUNTS]: 0.4, [CALLERS]: 0.6 };

/**
 * An embedded database has one turn at a time, of whatever length: two clients with half of it each would be too many.
 */
const LONG_EMBEDDED = { freeMs: 10, limitMs: 40, forgivenPerMs: 0.1, maxDebtMs: 2000 };

/**
 * Clients take turns: one has at most 20 % of the connections, the account tables 40 %, and look-ups of callers, which
 * all need, 60 %. A client that has lately taken much time in long turns has one, after all others that wait, and all
 * of these together 10 %.
 */
function queueOf(size: number, embedded?: { computed: () => number }) {
  const long = longTurns(embedded ? LONG_EMBEDDED : undefined);
  // On an embedded database those on account tables count: else forty people who register would hold it.
  const shared = embedded ? SHARED : [...SHARED, ACCOUNTS];
  const share = (key: string) => Math.max(1, Math.floor(size * (SHARES[key] ?? 0.2)));
  return fairQueue({
    atOnce: size,
    perKey: (key) => (long.debtOf(key) > 0 ? 1 : share(key)),
    waiting: 1000,
    debt: long.debtOf,
    inDebt: Math.max(1, Math.floor(size * 0.1)),
    // Not the time: while this process is busy every turn takes long.
    clock: embedded?.computed ?? (() => performance.eventLoopUtilization().idle),
    ended(key, milliseconds) {
      if (!shared.includes(key)) long.add(key, milliseconds);
    },
  });
}

/** Statements on a connection of their own, outside of any scope. */
export type OwnConnection = PostgresJsDatabase & { $client: Sql };

const MAINTENANCE_TIMEOUTS = { statement: 120_000, transaction: 600_000 };

interface Address {
  url?: string | undefined;
  /** The same database as the role that owns the tables. Default: `url`. */
  migrationUrl?: string | undefined;
  /** A standby of `url`, for the same role. */
  replicaUrl?: string | undefined;
  /** Connections at a time, and as many to the replica. Default: 10; an embedded database has one. */
  pool?: number;
  /** Whether statements are prepared. Default: true. */
  prepare?: boolean;
  folder: string;
}

/**
 * Opens PostgreSQL at `url`, or the embedded one in `folder`. `accounts`: tables without a client. `as(tenant)`: the
 * rows of one client. `toRead(tenant)`: the same for the reads of one call, from the replica where it is recent enough.
 * `asMaintenance()`: the rows of all clients, over `migrationUrl`. `within(reach)`: what an operator reaches.
 */
export async function connect(at: Address, timeouts: Timeouts, disk: DiskOptions = {}) {
  const embedded = at.url ? undefined : await openEmbedded(at.folder, disk);
  const inside = { host: 'embedded', database: 'postgres', username: 'postgres', socket: embedded?.socket, types };
  const outside = { connect_timeout: 5, keep_alive: 15, types };
  const { prepare = true } = at;
  const toServer = (url: string, limits: object) => {
    const { driver, startup, ...parameters } = parametersOf(url);
    const options = { ...outside, ...driver, connection: { ...startup, ...limits } } as object;
    return (server: string) => openConnection(server, options, { prepare: prepare && parameters.prepare });
  };
  const open = (url: string | undefined, limits: object) =>
    embedded
      ? () => openConnection('', inside as object, { shared: true })
      : primaryOf(hostsOf(url ?? ''), toServer(url ?? '', limits));

  const size = embedded ? 1 : (at.pool ?? 10);
  const connections: Connections = {
    pool: connectionPool(open(at.url, serverLimits(timeouts))),
    queue: queueOf(size, embedded),
    ...(embedded && { prepare: embedded.prepare }),
  };
  const ownerUrl = at.migrationUrl ?? at.url;
  const separateOwner = ownerUrl !== at.url;
  const ofOwner = separateOwner
    ? { pool: connectionPool(open(ownerUrl, serverLimits(timeouts))), queue: queueOf(1) }
    : connections;
  const tenants = new LRUCache<string, TenantDb>({
    max: 5000,
    memoMethod: (clientId) => handle<TenantDb>(connections, timeouts, { role: 'portal_tenant', clientId }),
  });
  const accounts = handle<AccountDb>(connections, timeouts);
  const own = async () => (await accounts.execute(sql.raw(IDENTITY)))[0]?.identity;
  const openStandby = toServer(at.replicaUrl ?? '', serverLimits(REPLICA_LIMITS));
  const replica = at.replicaUrl
    ? openReplica(
        { pool: connectionPool(standbyOf(hostsOf(at.replicaUrl), sameAs(own, openStandby))), queue: queueOf(size) },
        disk.warn ?? process.emitWarning,
      )
    : undefined;
  const operators = new LRUCache<string, { accounts: AccountDb; clients: MaintenanceDb }>({
    max: 1000,
    memoMethod(clientId) {
      const own = handle<unknown>(connections, timeouts, { role: 'portal_operator', clientId });
      return { accounts: own as AccountDb, clients: own as MaintenanceDb };
    },
  });
  const maintenance = handle<MaintenanceDb>(ofOwner, timeouts, { role: 'portal_maintenance', clientId: MAINTENANCE });
  return {
    accounts,
    /** The same tables, to look up who calls, names and limits. */
    callers: handle<AccountDb>({ ...connections, unscoped: CALLERS }, timeouts),
    /** The tables of the job queue, for statements that are not in the transaction of their cause. */
    jobs: handle<Executor>({ ...connections, unscoped: JOBS }, timeouts),
    as: ({ clientId }: Pick<Tenant, 'clientId'>) => tenants.memo(clientId),
    toRead: (tenant: Reader) =>
      replica
        ? handleOn<TenantDb>(readingClient(connections, replica, timeouts, tenant))
        : tenants.memo(tenant.clientId),
    replica,
    asMaintenance: () => maintenance,
    /** What somebody who runs the portal reaches: all rows, or those of the clients of their portfolios. */
    within: (reach: Reach) => (reach === 'all' ? { accounts, clients: maintenance } : operators.memo(reach.operatorId)),
    /** A separate connection with long timeouts, as the role that owns the tables: for migrations and presence. */
    asOwner() {
      const own = embedded ? connections : { pool: connectionPool(open(ownerUrl, {})), queue: queueOf(1) };
      return {
        db: handle<OwnConnection>(own, MAINTENANCE_TIMEOUTS),
        close: async () => (embedded ? undefined : own.pool.close()),
      };
    },
    /** Whether that role has a URL of its own. */
    separateOwner,
    embedded: Boolean(embedded),
    /** How many statements and transactions are under way and waiting for a connection. */
    load: connections.queue.load,
    /** Seconds that the replica is behind; undefined without one that answers. */
    replicaLag: async () => replica?.lag(),
    /** Whether writes are refused, as the disk of the embedded database is almost full. */
    isReadOnly: () => embedded?.isLow() ?? false,
    async close() {
      await Promise.all([connections.pool.close(), ofOwner.pool.close(), replica?.close()]);
      await embedded?.close();
    },
  };
}

export type Database = Awaited<ReturnType<typeof connect>>;
