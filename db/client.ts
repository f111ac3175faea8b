import { postgresClient, type SendStatement } from '../internals/postgres-client.ts';
import type { Connection } from './connection.ts';
import type { FairQueue } from './fair-queue.ts';
import type { ConnectionPool } from './pool.ts';

/** The scope of row-level security: the database role and the client whose rows are visible. */
export interface Scope {
  role: 'portal_tenant' | 'portal_maintenance';
  clientId: string;
}

/** Timeouts of a statement and of a transaction, including the wait for a connection, in milliseconds. */
export interface Timeouts {
  statement: number;
  transaction: number;
}

const timeoutError = () => Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' });

/** The key of statements on account tables: all clients share it. */
export const ACCOUNTS = 'accounts';

/** Connections, and the queue in which clients take turns at them. */
export interface Connections {
  pool: ConnectionPool;
  queue: FairQueue;
  /** Called with a connection before each use. */
  prepare?: (send: SendStatement) => Promise<void>;
}

/** Runs work that fails as soon as its connection is lost. */
function untilLost<T>(connection: Connection, work: (send: SendStatement) => Promise<T>) {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  connection.onlost = reject;
  work(connection.send).then(resolve, reject);
  return promise.finally(() => {
    connection.onlost = undefined;
  });
}

/**
 * Runs work on a connection when it is the turn of `key`.
 *
 * @throws ETIMEDOUT after `milliseconds`, the wait included; a connection in use is then closed
 */
function withConnection<T>(
  { pool, queue, prepare }: Connections,
  key: string,
  milliseconds: number,
  work: (send: SendStatement) => Promise<T>,
): Promise<T> {
  let timedOut = false;
  let stop = () => {};

  async function run() {
    let leave = queue.tryEnter(key);
    if (!leave) {
      const place = queue.enter(key);
      stop = place.cancel;
      leave = await place.turn;
    }
    try {
      const connection = pool.take() ?? (await pool.open());
      try {
        if (timedOut) throw timeoutError();
        stop = connection.close;
        return await untilLost(connection, async (send) => {
          if (prepare) await prepare(send);
          return work(send);
        });
      } finally {
        pool.release(connection);
      }
    } finally {
      leave();
    }
  }

  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => {
    timedOut = true;
    reject(timeoutError());
    stop();
  }, milliseconds);
  run()
    .then(resolve, reject)
    .finally(() => clearTimeout(timer));
  return promise;
}

/** Sends several statements at once and waits for all, so that none is running when the connection returns to the pool. */
async function inParallel<const T extends unknown[]>(...statements: { [K in keyof T]: PromiseLike<T[K]> }): Promise<T> {
  const outcomes = await Promise.allSettled(statements);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as T;
}

const setScope = (send: SendStatement, { role, clientId }: Scope) =>
  send("select set_config('role', $1, true), set_config('app.client_id', $2, true)", [role, clientId]);

/** Runs one scoped statement in its own transaction: four messages, one round trip. */
async function inOwnTransaction<T>(
  send: SendStatement,
  scope: Scope,
  statement: (send: SendStatement) => PromiseLike<T>,
): Promise<T> {
  const [, , result] = await inParallel(send('begin'), setScope(send, scope), statement(send), send('commit'));
  return result;
}

async function transaction<T>(
  send: SendStatement,
  scope: Scope | undefined,
  work: (send: SendStatement) => Promise<T>,
): Promise<T> {
  await inParallel(send('begin'), ...(scope ? [setScope(send, scope)] : []));
  try {
    const result = await work(send);
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

/** A database client with timeouts. With a scope each statement runs in a transaction that first sets role and client. */
export function boundedClient(connections: Connections, timeouts: Timeouts, scope?: Scope) {
  const key = scope?.clientId ?? ACCOUNTS;
  return postgresClient({
    run: (work) =>
      withConnection(connections, key, timeouts.statement, async (send) =>
        scope ? inOwnTransaction(send, scope, work) : work(send),
      ),
    begin: (work) => withConnection(connections, key, timeouts.transaction, (send) => transaction(send, scope, work)),
  });
}
