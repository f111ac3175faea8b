import { sql } from 'drizzle-orm';
import type { SendStatement } from '../internals/postgres-client.ts';
import { type Connection, UNSCOPED } from './connection.ts';
import type { Executor } from './handles.ts';

/** The scope of row-level security: the database role and the client whose rows are visible. */
export interface Scope {
  role: 'portal_tenant' | 'portal_maintenance' | 'portal_operator';
  /** Of `portal_operator` the operator, whose portfolios have the clients. */
  clientId: string;
}

/** The key of a scope, by which connections are matched. */
export const scopeKey = (scope?: Scope) => scope?.clientId ?? UNSCOPED;

/** Waits for all of what was sent at once, so that nothing is running when the connection returns to the pool. */
async function together(...sent: unknown[]) {
  const outcomes = await Promise.allSettled(sent);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

const setScope = (send: SendStatement, scope: Scope | undefined, until: 'commit' | 'session ends') => {
  const { role, clientId } = scope ?? { role: 'none', clientId: '' };
  const ids = role === 'portal_operator' ? ['', clientId] : [clientId, ''];
  const set = ['role', 'app.client_id', 'app.operator_id'].map(
    (name, index) => `set_config('${name}', $${index + 1}, ${until === 'commit'})`,
  );
  return send(`select ${set.join(', ')}`, [role, ...ids]);
};

/**
 * Whether the session may keep a scope after its statement. That of maintenance, which sees all clients, never stays.
 */
const mayKeep = (connection: Connection, scope?: Scope) =>
  connection.ownSession && scope?.role !== 'portal_maintenance';

/** Gives the session its scope, unless it has it already. */
function enter(connection: Connection, scope?: Scope): PromiseLike<void> | undefined {
  const key = scopeKey(scope);
  if (connection.scope === key) return undefined;
  connection.scope = undefined;
  return setScope(connection.send, scope, 'session ends').then(() => {
    connection.scope = key;
  });
}

/**
 * Runs one statement in a scope, in one round trip: of one message if the session has the scope, of two if it can keep
 * it, else of four. Should the scope not be set, the call fails; the statement itself, which names its client, finds
 * nothing in the scope of another.
 */
export async function scopedStatement<T>(
  connection: Connection,
  scope: Scope | undefined,
  statement: (send: SendStatement) => PromiseLike<T>,
): Promise<T> {
  const { send } = connection;
  if (mayKeep(connection, scope)) {
    const entered = enter(connection, scope);
    const result = statement(send);
    if (entered) await together(entered, result);
    return result;
  }
  if (!scope) return statement(send);
  const [begun, scoped] = [send('begin'), setScope(send, scope, 'commit')];
  const result = statement(send);
  await together(begun, scoped, result, send('commit'));
  return result;
}

/**
 * Begins a transaction in a scope. The first statements of its work share the round trip: should the scope not be set,
 * the call fails when the work has ended, and nothing of it is committed.
 */
export async function beginScoped<T>(
  connection: Connection,
  scope: Scope | undefined,
  work: (send: SendStatement) => Promise<T>,
): Promise<T> {
  const { send } = connection;
  const begun = mayKeep(connection, scope)
    ? together(enter(connection, scope), send('begin'))
    : together(send('begin'), scope && setScope(send, scope, 'commit'));
  const result = work(send);
  await together(begun, result);
  return result;
}

/**
 * Gives the rest of a transaction on account tables the scope of a client, for what it writes of the client at its end.
 */
export const asClientUntilCommit = (tx: Executor, clientId: string) =>
  tx.execute(sql`select set_config('role', 'portal_tenant', true), set_config('app.client_id', ${clientId}, true)`);
