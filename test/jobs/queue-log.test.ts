import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../portal/process/log.ts';
import { openJobs } from '../../server/jobs/queue.ts';
import { portalForThisTest } from '../helpers/portal.ts';

it('a failure of the job queue is logged with its message', async () => {
  const { database } = (await portalForThisTest()).deps;
  const lines: string[] = [];
  const jobs = await openJobs(database, createLog('warn', { write: (line) => void lines.push(line) }));
  onTestFinished(() => jobs.close());
  await jobs.work('mail', async () => {});

  await database.accounts.execute(sql`alter schema pgboss rename to pgboss_away`);
  await expect.poll(() => lines.join('')).toContain('The job queue reports an error.');
  await database.accounts.execute(sql`alter schema pgboss_away rename to pgboss`);

  expect(lines.join('')).toContain('does not exist');
  expect(lines.join('')).not.toMatch(/\[object Object\]|params:/);
});
