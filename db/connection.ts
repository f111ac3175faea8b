import { drizzle } from 'drizzle-orm/postgres-js';
import postgres, { type Sql } from 'postgres';
import { boundedClient, type Patience, type Scope } from './client.ts';
import { openEmbedded } from './embedded.ts';

export type Db = ReturnType<typeof drizzle>;

/** What a statement may take on the server before PostgreSQL itself ends it. */
const serverLimits = ({ statement, transaction }: Patience) => ({
  statement_timeout: statement,
  lock_timeout: statement,
  idle_in_transaction_session_timeout: transaction,
});

// Types stay fetched: without that, the driver never hands out a reserved connection that is new.
const common = { onnotice: () => {}, connect_timeout: 5, backoff: (tries: number) => Math.min(tries / 10, 1) };

/** Drizzle over one client of the driver. @internal to db; the rest of the house gets its handles from {@link connect}. */
export const drizzleOn = (client: unknown): Db => drizzle(client as Sql, { casing: 'snake_case' });

/**
 * Opens PostgreSQL at `url`, or the embedded one in `folder`. Above this line there is one code path.
 *
 * `db` speaks as the portal itself, for accounts; `as(scope)` as one tenant, or as maintenance.
 */
export async function connect(at: { url?: string | undefined; folder: string }, patience: Patience) {
  const embedded = at.url ? undefined : await openEmbedded(at.folder);
  const inside = { host: 'embedded', database: 'postgres', username: 'postgres', max: 1, socket: embedded?.socket };
  const connection = serverLimits(patience);
  const sql = embedded
    ? postgres({ ...common, ...inside } as object)
    : postgres(at.url ?? '', { ...common, max: 10, max_lifetime: 1800, keep_alive: 15, connection });
  return {
    db: drizzleOn(boundedClient(sql, patience)),
    as: (scope: Scope) => drizzleOn(boundedClient(sql, patience, scope)),
    /** A connection of its own and without limits, for what must hold one: migrations and presence. */
    dedicated: () =>
      embedded ? sql : postgres(at.url ?? '', { ...common, max: 1, max_lifetime: null, keep_alive: 15 }),
    embedded: Boolean(embedded),
    async close() {
      await sql.end({ timeout: 3 });
      await embedded?.close();
    },
  };
}

export type Database = Awaited<ReturnType<typeof connect>>;
