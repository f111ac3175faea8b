import { drizzle } from 'drizzle-orm/postgres-js';
import { LRUCache } from 'lru-cache';
import type { Sql } from 'postgres';
import { Pool } from 'tarn';
import { boundedClient, type Patience, type Scope } from './client.ts';
import { openEmbedded } from './embedded.ts';
import { type Line, openLine } from './line.ts';

export type Db = ReturnType<typeof drizzle>;

const CONNECTIONS = 10;

// Drizzle formats and reads times and JSON itself; the driver hands their text through.
const asText = { serialize: (value: unknown) => value, parse: (text: string) => text };
const TEXT_TYPES = [114, 3802, 1082, 1083, 1114, 1184, 1115, 1182, 1185, 1231];
const types = Object.fromEntries(TEXT_TYPES.map((type) => [`t${type}`, { ...asText, to: type, from: [type] }]));

/** What a statement may take on the server before PostgreSQL itself ends it. */
const serverLimits = ({ statement, transaction }: Patience) => ({
  statement_timeout: statement,
  lock_timeout: statement,
  idle_in_transaction_session_timeout: transaction,
});

const ofLines = (open: () => Promise<Line>, max: number) =>
  new Pool<Line>({
    create: open,
    validate: (line) => line.usable(),
    destroy: (line) => line.close(),
    min: 0,
    max,
    acquireTimeoutMillis: 60_000,
    createTimeoutMillis: 5000,
    idleTimeoutMillis: 2 ** 31 - 1,
  });

const drizzleOn = (pool: Pool<Line>, patience: Patience, scope?: Scope): Db =>
  drizzle(boundedClient(pool, patience, scope) as unknown as Sql, { casing: 'snake_case' });

const PATIENT = { statement: 120_000, transaction: 600_000 };

/**
 * Opens PostgreSQL at `url`, or the embedded one in `folder`. Above this line there is one code path.
 *
 * `db` speaks as the portal itself, for accounts; `as(scope)` as one tenant, or as maintenance.
 */
export async function connect(at: { url?: string | undefined; folder: string }, patience: Patience) {
  const embedded = at.url ? undefined : await openEmbedded(at.folder);
  const inside = { host: 'embedded', database: 'postgres', username: 'postgres', socket: embedded?.socket, types };
  const outside = { connect_timeout: 5, keep_alive: 15, types };
  const open = (limits: object) => () =>
    embedded ? openLine('', inside as object) : openLine(at.url ?? '', { ...outside, connection: limits } as object);

  const handles = new LRUCache<string, Db>({ max: 5000 });
  const pool = ofLines(open(serverLimits(patience)), embedded ? 1 : CONNECTIONS);
  return {
    db: drizzleOn(pool, patience),
    as(scope: Scope) {
      const key = `${scope.role}:${scope.clientId}`;
      const known = handles.get(key) ?? drizzleOn(pool, patience, scope);
      handles.set(key, known);
      return known;
    },
    /** A connection of its own and without hurry, for what must hold one: migrations and presence. */
    dedicated() {
      const own = embedded ? pool : ofLines(open({}), 1);
      return { db: drizzleOn(own, PATIENT), close: async () => (embedded ? undefined : own.destroy()) };
    },
    embedded: Boolean(embedded),
    async close() {
      await pool.destroy();
      await embedded?.close();
    },
  };
}

export type Database = Awaited<ReturnType<typeof connect>>;
