import { type Pool, TimeoutError } from 'tarn';
import { postgresClient, type SendStatement } from '../internals/postgres-client.ts';
import type { Connection } from './connection.ts';
import type { FairQueue } from './fair-queue.ts';

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
  pool: Pool<Connection>;
  queue: FairQueue;
  /** Called with a connection before each use. */
  prepare?: (send: SendStatement) => Promise<void>;
}

/**
 * Runs work on a pooled connection when it is the turn of `key`.
 *
 * @throws ETIMEDOUT after `milliseconds`, the wait included; a connection in use is then closed
 */
async function withConnection<T>(
  { pool, queue, prepare }: Connections,
  key: string,
  milliseconds: number,
  work: (send: SendStatement) => Promise<T>,
): Promise<T> {
  const place = queue.enter(key);
  let stop = place.cancel;
  const done = place.turn.then(async (leave) => {
    const asked = pool.acquire();
    stop = () => asked.abort();
    try {
      const connection = await asked.promise.catch((error) => {
        // A connection that could not be opened in time, perhaps begun for another.
        throw error instanceof TimeoutError ? timeoutError() : error;
      });
      stop = connection.close;
      const prepared = prepare?.(connection.send) ?? Promise.resolve();
      return await prepared.then(() => work(connection.send)).finally(() => pool.release(connection));
    } finally {
      leave();
    }
  });

  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(timeoutError());
      stop();
    }, milliseconds);
  });
  return Promise.race([done, limit]).finally(() => clearTimeout(timer));
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
