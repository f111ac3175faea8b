import type { Database } from '../../../db/database.ts';
import { DiskFull } from '../../../db/disk-guard.ts';
import { FolderInUse } from '../../../db/embedded.ts';
import {
  codesOf,
  type Diagnosis,
  type Examined,
  type Finding,
  failure,
  ok,
  warning,
} from '../../../server/diagnosis.ts';
import { seconds } from '../../../server/durations.ts';

/** Opening the embedded database takes seconds where the machine is busy. */
const LIMIT = seconds(40);

/** There is no embedded database yet. */
export class NoDatabase extends Error {}

/** PostgreSQL's classes for connections, roles, databases, resources and shutdowns; codes of driver and system. */
const AWAY = /(^|, )(08...|25006|28...|3D000|53...|57P..|CONNECT\w*|E[A-Z_]+)($|,)/;

const WHY: [RegExp, string][] = [
  [/28P01|28000/, 'The server refuses the role or its password: check DATABASE_URL and DATABASE_MIGRATION_URL'],
  [/3D000/, 'The server has no such database: create it, or check DATABASE_URL'],
  [/25006/, 'No server accepts changes: promote a standby, or add its host to DATABASE_URL'],
  [/53300/, 'The server has no connection left: raise max_connections, or lower DATABASE_POOL'],
  [/./, 'The database cannot be used: check that it runs, that DATABASE_URL leads to it, and who owns DATA_DIR'],
];

/** The finding for a database that cannot be used. */
export function databaseAway(error: unknown): Finding {
  if (error instanceof DiskFull) return failure(error.message);
  const codes = codesOf(error);
  const [, why] = WHY.find(([pattern]) => pattern.test(codes)) ?? [];
  return failure(`${why} (${codes}).`);
}

function notChecked(error: unknown): Finding {
  if (error instanceof DiskFull || AWAY.test(codesOf(error)))
    return warning('Not checked: the database cannot be used, see its own line.');
  throw error;
}

type Check = (database: Database, subject: Examined) => Promise<Finding>;

/** A check that needs the database. `away` says what an error of opening or asking it means. */
export const ofDatabase = (check: string, run: Check, away = notChecked): Diagnosis => ({
  check,
  of: ['DATABASE_URL', 'DATABASE_MIGRATION_URL', 'DATABASE_REPLICA_URL', 'DATA_DIR'],
  limit: LIMIT,
  async run(subject) {
    try {
      return await run(await subject.database(), subject);
    } catch (error) {
      if (error instanceof NoDatabase) return ok('There is no database in DATA_DIR yet: the first start makes it.');
      if (error instanceof FolderInUse) throw error;
      return away(error);
    }
  },
});
