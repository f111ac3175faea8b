import { migrate } from '../db/migrate.ts';
import { BadFlags, readFlags, type SectionName } from './flags.ts';
import { openPlace } from './place.ts';
import { announce, keep, show } from './report.ts';
import { assistants } from './sections/assistants.ts';
import { connections } from './sections/connections.ts';
import { enumeration } from './sections/enumeration.ts';
import { files } from './sections/files.ts';
import { fleet } from './sections/fleet.ts';
import { growth } from './sections/growth.ts';
import { history } from './sections/history.ts';
import { ingest } from './sections/ingest.ts';
import { login } from './sections/login.ts';
import { measurement } from './sections/measurement.ts';
import { memory } from './sections/memory.ts';
import { neighbours } from './sections/neighbours.ts';
import { operator } from './sections/operator.ts';
import { packages } from './sections/packages.ts';
import { pages } from './sections/pages.ts';
import { partitions } from './sections/partitions.ts';
import { processes } from './sections/processes.ts';
import { questions } from './sections/questions.ts';
import { records } from './sections/records.ts';
import { replica } from './sections/replica.ts';
import { reports } from './sections/reports.ts';
import { scores } from './sections/scores.ts';
import type { Result, Section } from './sections/section.ts';
import { soak } from './sections/soak.ts';
import { start } from './sections/start.ts';
import { upgrade } from './sections/upgrade.ts';
import { web } from './sections/web.ts';
import { webhooks } from './sections/webhooks.ts';

// `npm run bench`: see README.md in this folder.

const RUN: Record<SectionName, Section> = {
  scores,
  login,
  history,
  questions,
  ingest,
  records,
  enumeration,
  pages,
  growth,
  start,
  webhooks,
  operator,
  web,
  neighbours,
  replica,
  upgrade,
  fleet,
  partitions,
  packages,
  memory,
  soak,
  processes,
  measurement,
  assistants,
  connections,
  reports,
  files,
};

async function bench(args: string[]) {
  const { sections, pace, quick, ...choice } = readFlags(args);
  const place = await openPlace(process.env.DATABASE_URL);
  const leave = () => place.drop().finally(() => process.exit(130));
  process.once('SIGINT', leave).once('SIGTERM', leave);

  try {
    await place.prepare(migrate);
    process.stdout.write(announce(place, pace));
    const results: Result[] = [];
    for (const name of sections) {
      const result = await RUN[name](place, pace, quick, choice);
      results.push(result);
      process.stdout.write(show(result));
    }
    process.stdout.write(`Results written to ${keep(place, results, quick)}\n`);
  } finally {
    await place.drop();
  }
}

try {
  await bench(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof BadFlags ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
}
