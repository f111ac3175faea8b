import type { drizzle } from 'drizzle-orm/postgres-js';

// Depends on Drizzle internals: of a postgres.js client it uses `options.parsers`, `options.serializers`,
// `unsafe(…)` with `.values()`, `begin` and, within a transaction, `savepoint`.
// test/internals/postgres-client.unit.test.ts fails when it uses more.

/** Sends one statement. Await the result for rows as objects, or its `.values()` for arrays. */
export type SendStatement = (
  query: string,
  parameters?: unknown[],
) => PromiseLike<unknown> & { values(): PromiseLike<unknown> };

/** Runs work that sends one statement. */
type Run = <T>(work: (send: SendStatement) => PromiseLike<T>) => Promise<T>;

/** Called around each statement with its text. */
type During = <T>(query: string, work: () => Promise<T>) => Promise<T>;

const statement = (run: Run, during: During) => (query: string, parameters?: unknown[]) => ({
  values: () => during(query, () => run((send) => send(query, parameters).values())),
  // biome-ignore lint/suspicious/noThenProperty: Drizzle awaits the result of unsafe(), as with postgres.js.
  then: <A, B>(done: (rows: unknown) => A, failed: (error: unknown) => B) =>
    during(query, () => run((send) => send(query, parameters))).then(done, failed),
});

const inside = (send: SendStatement, during: During, depth = 1): unknown => ({
  unsafe: statement(async (work) => work(send), during),
  async savepoint<T>(work: (client: unknown) => Promise<T>) {
    // Sent with the first statement of the work, which fails where the savepoint could not be made.
    const [made, result] = await Promise.allSettled([
      send(`savepoint s${depth}`),
      work(inside(send, during, depth + 1)),
    ]);
    if (made.status === 'rejected') throw made.reason;
    if (result.status === 'fulfilled') return result.value;
    await send(`rollback to s${depth}`);
    throw result.reason;
  },
});

/** How a client runs statements. */
export interface Runs {
  /** Runs one statement. */
  run: Run;
  /** Runs work in a transaction. */
  begin: <T>(work: (send: SendStatement) => Promise<T>) => Promise<T>;
  during: During;
}

type Client = Extract<Parameters<typeof drizzle>[0], { unsafe: unknown }>;

/** A stand-in for a postgres.js client, for Drizzle, on connections of another pool. */
export const postgresClient = ({ run, begin, during }: Runs) =>
  ({
    options: { parsers: {}, serializers: {} },
    unsafe: statement(run, during),
    begin: <T>(work: (client: unknown) => Promise<T>) => begin((send) => work(inside(send, during))),
  }) as unknown as Client;
