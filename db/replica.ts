import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen, wrap } from 'cockatiel';
import { QueueFull } from '../flow/fair-queue.ts';
import { postgresClient, type SendStatement } from '../internals/postgres-client.ts';
import { boundedRuns, type Connections, type Timeouts, withConnection } from './client.ts';
import { errorCodeOf } from './error-code.ts';
import { noStandby } from './hosts.ts';
import { scopedStatement } from './scope.ts';
import type { Tenant } from './tenant.ts';

/** Milliseconds: for a statement, and for a read with its turn and its connection. Past them the primary is asked. */
export const REPLICA_LIMITS = { statement: 1000, transaction: 1500 };
/**
 * Milliseconds that a replica is left alone: one that failed, and one that lacked what so many reads in a row needed.
 */
const PAUSE = { failed: 5000, behind: 1000 };
const BEHIND_IN_A_ROW = 100;

/** The replica has not replayed the changes that the caller's versions tell of. */
class Behind extends Error {}

/** The caller whose own writes must show: the versions come from the primary, with this request. */
export type Reader = Pick<Tenant, 'clientId' | 'scoresVersion' | 'factsVersion'>;

const FRESH = `select pg_is_in_recovery() as standby, scores_version >= $2 and facts_version >= $3 as fresh
  from organizations where id = $1`;

/** A replica that has replayed all that it received is not behind, however long nothing was written. */
const LAG = `select case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
  else extract(epoch from now() - pg_last_xact_replay_timestamp()) end::float8 as seconds`;

/**
 * Sends a statement after the question whether the replica is fresh enough for it, in one round trip. The statement has
 * a later snapshot than the question, so an answer of yes holds for it.
 */
async function ifFresh<T>(
  send: SendStatement,
  { clientId, scoresVersion, factsVersion }: Reader,
  statement: (send: SendStatement) => PromiseLike<T>,
): Promise<T> {
  const [asked, read] = await Promise.allSettled([
    send(FRESH, [clientId, scoresVersion, factsVersion]),
    statement(send),
  ]);
  if (asked.status === 'rejected') throw asked.reason;
  const [state] = asked.value as { standby: boolean; fresh: boolean }[];
  if (state?.standby === false) throw noStandby();
  if (!state?.fresh) throw new Behind('It is behind the primary.');
  if (read.status === 'rejected') throw read.reason;
  return read.value;
}

/**
 * Codes of statements that a healthy replica refuses or gives up, such as those in the way of the changes it replays
 * (40001): the primary answers them, or says what is wrong with them.
 */
const OF_THE_STATEMENT = /^(22|23|25006|40|42|54|55|57014|P0)/;

/** Whether an error says something about the replica, not about the statement or a busy client. */
function isFailure(error: unknown) {
  if (error instanceof Behind || error instanceof QueueFull) return false;
  const isCrowded = error instanceof Error && 'hadTurn' in error && !error.hadTurn;
  return !isCrowded && !OF_THE_STATEMENT.test(String(errorCodeOf(error)));
}

/**
 * Why the replica is left alone. The codes of servers and of the driver are in capitals; their messages may tell
 * addresses.
 */
const reasonOf = (error: unknown) =>
  error instanceof Behind ? 'BEHIND' : String(errorCodeOf(error) ?? 'unknown error');

/** Reads on a replica, which is left alone for a while where it fails. `warn` gets a line when that begins or ends. */
export function openReplica(connections: Connections, warn: (sentence: string) => void) {
  const failing = circuitBreaker(handleWhen(isFailure), {
    halfOpenAfter: PAUSE.failed,
    breaker: new ConsecutiveBreaker(1),
  });
  const lagging = circuitBreaker(
    handleWhen((error) => error instanceof Behind),
    { halfOpenAfter: PAUSE.behind, breaker: new ConsecutiveBreaker(BEHIND_IN_A_ROW) },
  );
  const both = wrap(lagging, failing);
  const reads = { served: 0, behind: 0, failed: 0, left_alone: 0 };
  let serves = true;
  for (const breaker of [failing, lagging])
    breaker.onBreak((reason) => {
      if (serves)
        warn(`The replica is left alone (${reasonOf('error' in reason && reason.error)}): the primary reads.`);
      serves = false;
    });

  function note(outcome: keyof typeof reads) {
    reads[outcome]++;
    const isWell = [failing, lagging].every(({ state }) => state === CircuitState.Closed);
    if (outcome !== 'served' || serves || !isWell) return;
    serves = true;
    warn('The replica serves reads again.');
  }

  return {
    /** Reads since the start, by what became of them: all but the first went to the primary. */
    reads: (): Readonly<typeof reads> => reads,
    serves: () => serves,
    /** Runs a read, unless the replica cannot or is behind: then undefined, whatever the reason. */
    async read<T>(
      reader: Reader,
      statement: (send: SendStatement) => PromiseLike<T>,
    ): Promise<{ rows: T } | undefined> {
      // One trial at a time; the others do not wait for it.
      if (failing.state === CircuitState.HalfOpen || lagging.state === CircuitState.HalfOpen) {
        note('left_alone');
        return undefined;
      }
      const scope = { role: 'portal_tenant', clientId: reader.clientId } as const;
      try {
        const rows = await both.execute(() =>
          withConnection(connections, scope, REPLICA_LIMITS.transaction, (connection) =>
            scopedStatement(connection, scope, (send) => ifFresh(send, reader, statement)),
          ),
        );
        note('served');
        return { rows };
      } catch (error) {
        if (error instanceof BrokenCircuitError) note('left_alone');
        else note(error instanceof Behind ? 'behind' : 'failed');
        return undefined;
      }
    },
    /** Seconds behind the primary, or undefined where it cannot be asked. */
    lag: () =>
      withConnection(connections, undefined, REPLICA_LIMITS.transaction, ({ send }) => send(LAG)).then(
        (rows) => (rows as { seconds: number }[])[0]?.seconds,
        () => undefined,
      ),
    /** A handle on the replica for the doctor. @throws why it cannot serve */
    look: <T>(work: (send: SendStatement) => Promise<T>) =>
      withConnection(connections, undefined, 2 * PAUSE.failed, ({ send }) => work(send)),
    close: () => connections.pool.close(),
  };
}

export type Replica = ReturnType<typeof openReplica>;

/**
 * A client for the reads of one call: on the replica until it cannot serve one of them, then on the primary, so that no
 * read of a call sees less than one before. Transactions run on the primary.
 */
export function readingClient(primary: Connections, replica: Replica, timeouts: Timeouts, reader: Reader) {
  const { run, begin, during } = boundedRuns(primary, timeouts, { role: 'portal_tenant', clientId: reader.clientId });
  let onPrimary = false;
  return postgresClient({
    async run(work) {
      const read = onPrimary ? undefined : await replica.read(reader, work);
      if (read) return read.rows;
      onPrimary = true;
      return run(work);
    },
    begin(work) {
      onPrimary = true;
      return begin(work);
    },
    during,
  });
}
