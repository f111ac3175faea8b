import type { ReservedSql, Sql, TransactionSql } from 'postgres';

/** Row-level security: whose rows the statements may see, and as which database role. */
export interface Scope {
  role: 'portal_tenant' | 'portal_maintenance';
  clientId: string;
}

/** How long a statement, and a transaction, may take, in milliseconds. */
export interface Patience {
  statement: number;
  transaction: number;
}

type Parameters = unknown[];
type Runner = Sql | ReservedSql | TransactionSql;

// PgBouncer and the like forbid nothing here: the texts are few, so each connection prepares each of them once.
const prepared = (on: Runner, query: string, parameters: Parameters = []) =>
  on.unsafe(query, parameters as never[], { prepare: true });

/** A wait that ended: the driver has no limit of its own for a connection that is hung or never free. */
const tooLong = () => Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' });

async function within<T>(milliseconds: number, work: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLong()), milliseconds);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

const enter = (on: Runner, { role, clientId }: Scope) =>
  prepared(on, "select set_config('role', $1, true), set_config('app.client_id', $2, true)", [role, clientId]);

const connectionIsGone = (error: unknown) => {
  const code = (error as { code?: string } | null)?.code ?? '';
  return code.startsWith('CONNECT') || (error instanceof Error && 'syscall' in error);
};

/** One statement in a transaction of its own, under the scope: four messages, sent together, one round trip. */
async function alone<T>(sql: Sql, scope: Scope, statement: (on: ReservedSql) => PromiseLike<T>): Promise<T> {
  const connection = await sql.reserve();
  const sent = await Promise.allSettled([
    connection.unsafe('begin'),
    enter(connection, scope),
    statement(connection),
    connection.unsafe('commit'),
  ]);

  const failed = sent.find((outcome) => outcome.status === 'rejected');
  // A lost connection has left the pool by itself; giving it back would hand a dead one to the next caller.
  if (!failed || !connectionIsGone(failed.reason)) connection.release();
  if (failed) throw failed.reason;
  return (sent[2] as PromiseFulfilledResult<T>).value;
}

/**
 * What Drizzle takes for a postgres.js client. Statements are prepared, every wait is bounded, and with a scope each
 * statement runs in a transaction that first takes on the tenant's role and id.
 */
export function boundedClient(sql: Sql, patience: Patience, scope?: Scope) {
  const run = <T>(statement: (on: Runner) => PromiseLike<T>) =>
    within(patience.statement, scope ? alone(sql, scope, statement) : statement(sql));

  return {
    options: sql.options,
    unsafe: (query: string, parameters?: Parameters) => ({
      values: () => run((on) => prepared(on, query, parameters).values()),
      // biome-ignore lint/suspicious/noThenProperty: Drizzle awaits what unsafe() returns, as postgres.js has it.
      then: <A, B>(done: (rows: unknown) => A, failed: (error: unknown) => B) =>
        run((on) => prepared(on, query, parameters)).then(done, failed),
    }),
    begin: <T>(work: (client: unknown) => Promise<T>) =>
      within(
        patience.transaction,
        sql.begin(async (transaction) => {
          if (scope) await enter(transaction, scope);
          return work(insideTransaction(transaction));
        }),
      ),
  };
}

function insideTransaction(transaction: TransactionSql): unknown {
  return {
    unsafe: (query: string, parameters?: Parameters) => prepared(transaction, query, parameters),
    savepoint: <T>(work: (client: unknown) => Promise<T>) =>
      transaction.savepoint((inner) => work(insideTransaction(inner))),
  };
}
