import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { reportCommands } from '../../routers/reports/command.ts';
import { CommandRefused, NotUnderstood } from '../../server/command.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { agencyOf } from '../helpers/reports.ts';
import { runCommand } from '../helpers/shell.ts';

const portal = portalForThisFile();

const run = (...args: string[]) => runCommand(reportCommands['reports run'], portal, ...args);

it('reports run --dry-run names the reports of the next hour and writes nothing; without it they are planned', async () => {
  const { makeSchedule, reportsOf } = await agencyOf(portal);
  const names = [`Alder ${randomUUID()}`, `Birch ${randomUUID()}`];
  const clients = [];
  for (const orgName of names) clients.push(await portal.register({ orgName }));
  const ids = clients.map(({ orgId }) => orgId);
  const schedule = await makeSchedule({ clients: { ids }, review: true });
  const count = async () => (await Promise.all(ids.map(reportsOf))).map(({ length }) => length);

  const dry = await run('--schedule', schedule.id, '--now', '--dry-run');
  const unwritten = await count();
  const made = await run('--schedule', schedule.id, '--now');
  const written = await count();
  const again = await run('--schedule', schedule.id, '--now');

  expect(dry).toEqual([
    ...names.map((name) =>
      expect.stringMatching(`^${name}: \\d{4}-\\d\\d-01 to [-\\d]{10}, due at ${schedule.nextRunAt}$`),
    ),
    '2 reports would be made. Nothing is written.',
  ]);
  expect([unwritten, written]).toEqual([
    [0, 0],
    [1, 1],
  ]);
  expect([made, again]).toEqual([['2 reports are made now.'], ['0 reports are made now.']]);
});

it.each([
  ['a schedule', ['--now'], '--schedule ID is missing'],
  ['--now', ['--schedule', randomUUID()], '--now is missing'],
])('reports run is not understood without %s', async (_what, args, complaint) => {
  await expect(run(...args)).rejects.toThrow(new NotUnderstood(complaint));
});

it.each([randomUUID(), 'monthly'])('reports run refuses a schedule that there is not: %s', async (id) => {
  const refusal = new CommandRefused(`There is no schedule with the id ${id}.`);

  await expect(run('--schedule', id, '--now')).rejects.toThrow(refusal);
});
