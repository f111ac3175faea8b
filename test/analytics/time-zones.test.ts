import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { canonicalZone, zoneInUse } from '../../db/time-zone.ts';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

// A summer and a winter of the past, which no rule changes any more.
const MOMENTS = ['2023-07-12T10:00:00.000Z', '2024-01-17T10:00:00.000Z'];

/** Hours from UTC by the rules of this process. */
const offset = (timeZone: string, at: string) =>
  (Date.parse(`${new Date(at).toLocaleString('sv', { timeZone })}Z`) - Date.parse(at)) / 3_600_000;

const WORDS = ['CET', 'MET', 'EET', 'WET', 'EST', 'MST', 'HST', 'GMT', 'UCT', 'PRC', 'ROK', 'Zulu', 'EST5EDT', 'Japan'];

describe('A time zone', () => {
  it('has the same hours in PostgreSQL as here, whatever name was sent', async () => {
    const names = [...Intl.supportedValuesOf('timeZone'), ...WORDS].map((name) => canonicalZone(name) ?? 'none');
    const asked = names.flatMap((zone) => MOMENTS.map((at) => ({ zone, at })));

    const rows = await portal.deps.database.accounts.execute<{ zone: string; at: string; hours: number }>(sql`
      select zone, at, (extract(epoch from (at::timestamptz at time zone zone) - (at::timestamptz at time zone 'UTC')) / 3600)::float8 as hours
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(zone text, at text)`);

    expect(rows).toHaveLength(asked.length);
    expect([...rows].filter(({ zone, at, hours }) => hours !== offset(zone, at))).toEqual([]);
  });

  it.each([
    ['CET', 'Europe/Brussels'],
    ['MET', 'Europe/Brussels'],
    ['EST', 'America/Panama'],
    ['utc', 'UTC'],
    ['europe/berlin', 'Europe/Berlin'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
  ])('sent as %s is kept as %s, for people and organizations', async (sent, kept) => {
    const person = await portal.register();

    const answers = await Promise.all(
      ['/api/auth/org', '/api/auth/account/profile'].map((url) => person.put(url, { timezone: sent })),
    );

    expect(answers.map((answer) => answer.json().data.timezone)).toEqual([kept, kept]);
  });

  it.each([
    ['CTT', 'Asia/Shanghai'],
    ['CET', 'Europe/Brussels'],
    ['Mars/Olympus', 'UTC'],
  ])('stored as %s before is read as %s, and no figure fails', async (stored, read) => {
    const { person, send } = await sender(portal);
    await send([record('traffic_hourly', { at: '2026-07-01T10:00:00.000Z', sessions: 5 })]);
    await portal.deps.database.accounts.execute(
      sql`update organizations set timezone = ${stored} where id = ${person.orgId}`,
    );

    const heatmap = await person.get('/api/analytics/heatmap?from=2026-06-30&to=2026-07-02');
    const others = await Promise.all(
      ['/api/content-calendar', '/api/visibility/overview', '/api/analytics/reviews', '/api/dashboard/goals'].map(
        (url) => person.get(url),
      ),
    );

    const hour = (10 + offset(read, '2026-07-01T10:00:00.000Z')) % 24;
    const { data } = heatmap.json();
    expect([data.timezone, data.cells.filter(({ value }: { value: number }) => value > 0)]).toEqual([
      read,
      [{ day: 2, hour, value: 5 }],
    ]);
    expect(others.map(outcome)).toEqual(Array(4).fill('200'));
    expect(zoneInUse(stored)).toBe(read);
  });
});
