import type { Pool } from 'tarn';
import { postgresClient, type Send } from '../internals/postgres-client.ts';
import type { Line } from './line.ts';

/** Row-level security: whose rows the statements may see, and as which database role. */
export interface Scope {
  role: 'portal_tenant' | 'portal_maintenance';
  clientId: string;
}

/** How long a statement, and a transaction, may take with all its waiting, in milliseconds. */
export interface Patience {
  statement: number;
  transaction: number;
}

const tooLong = () => Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' });

/** Lends a line for some work. One that is not done in time is not waited for, and its line is never used again. */
async function lend<T>(pool: Pool<Line>, milliseconds: number, work: (send: Send) => Promise<T>): Promise<T> {
  const asked = pool.acquire();
  let line: Line | undefined;
  const done = asked.promise.then((acquired) => {
    line = acquired;
    return work(acquired.send).finally(() => pool.release(acquired));
  });

  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(tooLong());
      if (line) line.close();
      else asked.abort();
    }, milliseconds);
  });
  return Promise.race([done, limit]).finally(() => clearTimeout(timer));
}

/** Sends several statements at once and waits for all, so that none is under way when the line goes to somebody else. */
async function together<const T extends unknown[]>(...statements: { [K in keyof T]: PromiseLike<T[K]> }): Promise<T> {
  const outcomes = await Promise.allSettled(statements);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as T;
}

const enter = (send: Send, { role, clientId }: Scope) =>
  send("select set_config('role', $1, true), set_config('app.client_id', $2, true)", [role, clientId]);

/** One statement in a transaction of its own, under the scope: four messages, one round trip. */
async function alone<T>(send: Send, scope: Scope, statement: (send: Send) => PromiseLike<T>): Promise<T> {
  const [, , result] = await together(send('begin'), enter(send, scope), statement(send), send('commit'));
  return result;
}

async function transaction<T>(send: Send, scope: Scope | undefined, work: (send: Send) => Promise<T>): Promise<T> {
  await together(send('begin'), ...(scope ? [enter(send, scope)] : []));
  try {
    const result = await work(send);
    const { command } = (await send('commit')) as { command: string };
    if (command !== 'COMMIT') throw new Error('A statement of the transaction had failed; nothing was written.');
    return result;
  } catch (error) {
    // On a lost line there is nothing to roll back, and nowhere to say it.
    await Promise.resolve()
      .then(() => send('rollback'))
      .catch(() => {});
    throw error;
  }
}

/** Every wait is bounded, and with a scope each statement runs in a transaction that first takes on the tenant's role and id. */
export function boundedClient(pool: Pool<Line>, patience: Patience, scope?: Scope) {
  return postgresClient({
    run: (work) => lend(pool, patience.statement, async (send) => (scope ? alone(send, scope, work) : work(send))),
    begin: (work) => lend(pool, patience.transaction, (send) => transaction(send, scope, work)),
  });
}
