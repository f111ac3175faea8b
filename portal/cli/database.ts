import { UnusableDatabase } from '../../db/access.ts';
import { BadEnv } from '../../server/bad-env.ts';
import { readEnv } from '../../server/env.ts';
import { openDatabase } from '../../server/make-deps.ts';
import { prepareDatabase } from '../app.ts';
import { createLog } from '../process/log.ts';
import { terminal } from '../process/terminal.ts';

// `npm run db:migrate` migrates the database; `npm run db:seed` also creates the demo organization.
try {
  const seed = process.argv.includes('seed');
  const env = readEnv({ ...process.env, SEED_DEMO: String(seed) });
  const database = await openDatabase(env);
  await prepareDatabase(env, database);
  await database.close();
  process.stdout.write(seed ? 'The demo organization is ready.\n' : 'The database is up to date.\n');
} catch (error) {
  if (error instanceof BadEnv || error instanceof UnusableDatabase) process.stderr.write(`${error.message}\n`);
  else createLog('fatal', await terminal()).fatal({ err: error }, 'The database could not be prepared.');
  process.exit(1);
}
process.exit(0);
