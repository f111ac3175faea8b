import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { clientReports, organizations } from '../../db/schema/index.ts';
import { reportPlanner } from '../../routers/reports/plan.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { agencyOf } from '../helpers/reports.ts';

// The planner looks at all schedules and zones of a database.
const portal = portalForThisFile({ own: true });

const HOUR = 3_600_000;
const CLIENTS = 300;

/** Five that change their clocks in the night to the last Sunday of March, and four that do not. */
const ZONES = [
  'Europe/Berlin',
  'Europe/London',
  'Europe/Helsinki',
  'Atlantic/Azores',
  'America/Nuuk',
  'America/New_York',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Pacific/Chatham',
];

/** The last Sunday of March of the next year, at midnight of UTC. */
function nightOfChange() {
  const last = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 2, 31));
  return new Date(last.getTime() - last.getUTCDay() * 24 * HOUR);
}

const clockIn = (timeZone: string, moment: Date) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(moment);

it('300 clients in nine zones get one report each at 8 by their own clock, in the night of a change of clocks too', async () => {
  const { makeTemplate, makeSchedule } = await agencyOf(portal);
  const { id: templateId } = await makeTemplate({ period: 'week' });
  const { accounts } = portal.deps.database;
  const clients = Array.from({ length: CLIENTS }, (_, n) => ({
    name: `Client ${n}`,
    timezone: ZONES[n % ZONES.length] ?? 'UTC',
    tags: ['many'],
  }));
  await accounts.insert(organizations).values(clients);
  const sunday = nightOfChange();
  const schedule = await makeSchedule({ templateId, clients: { tags: ['many'] }, every: 'week', day: 7, hour: 8 });
  const plans = () =>
    portal.deps.database
      .asMaintenance()
      .select({ clientId: clientReports.clientId, dueAt: clientReports.dueAt, from: clientReports.periodFrom })
      .from(clientReports)
      .where(eq(clientReports.scheduleId, schedule.id));
  // Two processes, each with what it remembers of its rounds.
  const processes = [reportPlanner.open(portal.deps), reportPlanner.open(portal.deps)];

  const early: Date[] = [];
  let known = 0;
  for (let now = sunday.getTime() - 9 * HOUR; now <= sunday.getTime() + 12 * HOUR; now += HOUR / 4) {
    await Promise.all(processes.map(({ plan }) => plan(now)));
    const found = await plans();
    if (found.length === known) continue;
    known = found.length;
    early.push(...found.flatMap(({ dueAt }) => (dueAt.getTime() > now ? dueAt : [])));
  }

  const rows = await plans();
  const zoneOf = new Map(
    (await accounts.select({ id: organizations.id, timezone: organizations.timezone }).from(organizations)).map(
      ({ id, timezone }) => [id, timezone],
    ),
  );
  const day = sunday.toISOString().slice(0, 10);
  const monday = new Date(sunday.getTime() - 13 * 24 * HOUR).toISOString().slice(0, 10);
  expect(early).toEqual([]);
  expect(new Set(rows.map(({ clientId }) => clientId)).size).toBe(CLIENTS);
  expect(rows).toHaveLength(CLIENTS);
  expect(new Set(rows.map(({ clientId, dueAt }) => clockIn(zoneOf.get(clientId) ?? '', dueAt)))).toEqual(
    new Set([`${day} 08:00`]),
  );
  expect(new Set(rows.map(({ from }) => from))).toEqual(new Set([monday]));
});
