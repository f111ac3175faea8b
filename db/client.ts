import type { FairQueue } from '../flow/fair-queue.ts';
import { postgresClient, type Runs, type SendStatement } from '../internals/postgres-client.ts';
import { duringStatement, duringTransaction } from '../telemetry/span.ts';
import type { Connection } from './connection.ts';
import { errorCodeOf } from './error-code.ts';
import { NO_STANDBY } from './hosts.ts';
import type { ConnectionPool } from './pool.ts';
import { beginScoped, type Scope, scopedStatement, scopeKey } from './scope.ts';

/** Timeouts of a statement and of a transaction, including the wait for a connection, in milliseconds. */
export interface Timeouts {
  statement: number;
  transaction: number;
}

/** `hadTurn`: whether the database was asked, or others had all its connections. */
const timeoutError = (hadTurn: boolean) =>
  Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT', hadTurn });

/** The key of statements on account tables: all clients share it. */
export const ACCOUNTS = 'accounts';

/** The key of look-ups of callers, names and limits, which must not wait for those who register or sign in. */
export const CALLERS = 'callers';

/** The key of statements on the tables of the job queue: a lock on these must not stop those on account tables. */
export const JOBS = 'jobs';

/** Connections, and the queue in which clients take turns at them. */
export interface Connections {
  pool: ConnectionPool;
  queue: FairQueue;
  /** Called with a connection before each use. */
  prepare?: (send: SendStatement) => Promise<void>;
  /** The key of statements without a scope. Default: {@link ACCOUNTS}. */
  unscoped?: string;
}

const OTHER_PART: unknown[] = ['25006', NO_STANDBY];

/** Runs work that fails as soon as its connection is lost. */
function untilLost<T>(connection: Connection, work: () => Promise<T>) {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  connection.onlost = reject;
  work().then(resolve, reject);
  return promise.finally(() => {
    connection.onlost = undefined;
  });
}

/**
 * The share of its time for which work waits for its turn. Work that has begun is not cut short at once: the server
 * goes on with a statement whose connection is closed, beside that of the next turn.
 */
const WAITING = 0.75;

/**
 * Runs work on a connection when it is the turn of the client of `scope`.
 *
 * @throws ETIMEDOUT after `milliseconds`, the wait included, or after most of them without a turn; a connection in use
 * is then closed
 */
export function withConnection<T>(
  { pool, queue, prepare, unscoped = ACCOUNTS }: Connections,
  scope: Scope | undefined,
  milliseconds: number,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const key = scope?.clientId ?? unscoped;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let timedOut = false;
  let hadTurn = false;
  let stop = () => {};

  function endAfter(share: number) {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        timedOut = true;
        reject(timeoutError(hadTurn));
        stop();
      },
      began + share * milliseconds - performance.now(),
    );
  }

  async function run() {
    let leave = queue.tryEnter(key);
    if (!leave) {
      const waiting = new AbortController();
      stop = () => waiting.abort();
      endAfter(WAITING);
      leave = await queue.enter(key, waiting.signal);
      // The timer may come later than the turn when the process stood still.
      if (performance.now() >= began + WAITING * milliseconds) {
        leave();
        throw timeoutError(false);
      }
    }
    hadTurn = true;
    endAfter(1);
    try {
      const connection = pool.take(scopeKey(scope)) ?? (await pool.open());
      try {
        if (timedOut) throw timeoutError(hadTurn);
        stop = connection.close;
        return await untilLost(connection, async () => {
          if (prepare) await prepare(connection.send);
          return work(connection);
        });
      } catch (error) {
        // The server has become a standby, and another one accepts changes; or a standby has become the primary.
        if (OTHER_PART.includes(errorCodeOf(error))) connection.close();
        throw error;
      } finally {
        pool.release(connection);
      }
    } finally {
      leave();
    }
  }

  run()
    .then(resolve, reject)
    .finally(() => clearTimeout(timer));
  return promise;
}

async function transaction<T>(
  connection: Connection,
  scope: Scope | undefined,
  work: (send: SendStatement) => Promise<T>,
): Promise<T> {
  const { send } = connection;
  try {
    const result = await beginScoped(connection, scope, work);
    const { command } = (await send('commit')) as { command: string };
    if (command !== 'COMMIT') throw new Error('A statement of the transaction had failed; nothing was written.');
    return result;
  } catch (error) {
    // On a lost connection the rollback fails as well: ignored.
    await Promise.resolve()
      .then(() => send('rollback'))
      .catch(() => {});
    throw error;
  }
}

/** How statements and transactions run, with timeouts, in a scope of row-level security or as the login role. */
export const boundedRuns = (connections: Connections, timeouts: Timeouts, scope?: Scope): Runs => ({
  run: (work) =>
    withConnection(connections, scope, timeouts.statement, (connection) => scopedStatement(connection, scope, work)),
  begin: (work) =>
    duringTransaction(() =>
      withConnection(connections, scope, timeouts.transaction, (connection) => transaction(connection, scope, work)),
    ),
  during: duringStatement,
});

/** A database client with timeouts. */
export const boundedClient = (...how: Parameters<typeof boundedRuns>) => postgresClient(boundedRuns(...how));
