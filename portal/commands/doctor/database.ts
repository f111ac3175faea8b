import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { migrationState, rehearseAccess, TOO_OLD } from '../../../db/migrate.ts';
import { failure, ok, warning } from '../../../server/diagnosis.ts';
import type { Domain } from '../../../server/domain.ts';
import { keyIds } from '../../../server/identity/encryption-keys.ts';
import { keysAt } from '../../../server/identity/sealed-places.ts';
import { sealedPlaces } from '../keys/places.ts';
import { databaseAway, ofDatabase } from './of-database.ts';
import { replica } from './replica.ts';

const LEAST_VERSION = 15;

const reachable = ofDatabase(
  'database',
  async ({ accounts, embedded }) => {
    const [row] = await accounts.execute<{ number: string; version: string }>(
      sql`select current_setting('server_version_num') as number, current_setting('server_version') as version`,
    );
    const version = row?.version.split(' ')[0];
    if (embedded) return ok(`The embedded database opens; it is PostgreSQL ${version}.`);
    return Number(row?.number) < LEAST_VERSION * 10_000
      ? failure(`PostgreSQL ${version} is too old: install ${LEAST_VERSION} or newer.`)
      : ok(`PostgreSQL ${version} answers.`);
  },
  databaseAway,
);

/** Does with the owner's connection. */
async function withOwner<T>(database: Database, work: (db: ReturnType<Database['asOwner']>['db']) => Promise<T>) {
  const { db, close } = database.asOwner();
  try {
    return await work(db);
  } finally {
    await close();
  }
}

const migrations = ofDatabase('migrations', (database) =>
  withOwner(database, async (db) => {
    const { lacks, isEmpty, isTooOld, isNewer } = await migrationState(db);
    if (isTooOld) return failure(TOO_OLD);
    if (isNewer)
      return failure(
        'A newer version of the portal has migrated the database: start that one, or restore an older backup.',
      );
    if (isEmpty) return warning('The database is empty: the next start makes its tables.');
    if (lacks > 0)
      return warning(
        `The database lacks ${lacks} migrations: make a backup; the next start or npm run db:migrate applies them.`,
      );
    return ok('All migrations are applied.');
  }),
);

const rights = ofDatabase('rights', async (database) => {
  const { refused, ownerServes } = await rehearseAccess(database);
  if (refused) return failure(refused);
  return ok(ownerServes ? 'The role may do what a start needs.' : 'Both roles may do what they need, and no more.');
});

const keys = (domains: Domain[]) =>
  ofDatabase('keys', async (database, { env }) => {
    if ((await withOwner(database, migrationState)).lacks > 0) return ok('Not checked: migrations come first.');
    const known = keyIds(env);
    const found = await Promise.all(sealedPlaces(domains).map((place) => keysAt(database, place)));
    const count = (those: (id: string) => boolean) =>
      found.flat().reduce((sum, { id, texts }) => sum + (those(id) ? texts : 0), 0);
    const [unknown, former] = [count((id) => id !== '' && !known.includes(id)), count((id) => id !== known[0])];
    if (unknown > 0)
      return failure(
        `${unknown} stored secrets are sealed under a key that is not set: give it as ENCRYPTION_KEY, or as ENCRYPTION_KEY_PREVIOUS.`,
      );
    return former > 0
      ? warning(`${former} stored secrets are sealed under a former key: npm run portal -- keys rotate.`)
      : ok('Stored secrets are sealed under ENCRYPTION_KEY.');
  });

/** The checks that need the database. */
export const databaseDiagnoses = (domains: Domain[]) => [reachable, replica, rights, migrations, keys(domains)];
