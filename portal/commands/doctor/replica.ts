import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Replica } from '../../../db/replica.ts';
import { MIB } from '../../../flow/byte-units.ts';
import { codesOf, type Finding, failure, ok, warning } from '../../../server/diagnosis.ts';
import { seconds } from '../../../server/durations.ts';
import { ofDatabase } from './of-database.ts';

/** The time within which a streaming replica replays earlier writes of the primary. */
const TIMEOUT = seconds(5);

/** The bytes that the replica still lacks of the primary's writes before the start. */
async function bytesBehind({ accounts }: Database, { look }: Replica) {
  const [primary] = await accounts.execute<{ at: string }>(sql`select pg_current_wal_lsn() as at`);
  const lag = 'select greatest(0, $1::pg_lsn - pg_last_wal_replay_lsn())::float8 as bytes';
  for (const end = performance.now() + TIMEOUT; ; await pause(100)) {
    const [row] = (await look(async (send) => send(lag, [primary?.at]))) as { bytes: number }[];
    const bytes = row?.bytes ?? 0;
    if (bytes === 0 || performance.now() > end) return bytes;
  }
}

const WHY: [RegExp, string][] = [
  [/NO_STANDBY/, 'DATABASE_REPLICA_URL leads to a server that accepts changes: name a standby of DATABASE_URL'],
  [/OTHER_DATABASE/, 'DATABASE_REPLICA_URL must lead to a standby of DATABASE_URL, with the same database and user'],
  [/28P01|28000/, 'The replica refuses the role or its password: check DATABASE_REPLICA_URL'],
  [/./, 'The replica cannot be used: check that it runs, and that DATABASE_REPLICA_URL leads to it'],
];

function unusable(error: unknown): Finding {
  const codes = codesOf(error);
  const [, why] = WHY.find(([pattern]) => pattern.test(codes)) ?? [];
  return failure(`${why} (${codes}). All reads are on the primary meanwhile.`);
}

export const replica = ofDatabase('replica', async (database) => {
  if (!database.replica) return ok('Not used: all reads are on DATABASE_URL.');
  await database.accounts.execute(sql`select 1`);
  return bytesBehind(database, database.replica).then(
    (bytes) =>
      bytes === 0
        ? ok('The replica streams from the primary, and is up to date.')
        : warning(`The replica is ${Math.ceil(bytes / MIB)} MiB behind the primary: check its replication.`),
    unusable,
  );
});
