import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { tenantQuery } from '../../db/prepared.ts';
import { eachPart, rowParts } from '../../db/row-parts.ts';
import { trafficHourly } from '../../db/schema/index.ts';
import { total } from '../../db/sums.ts';
import { STALE } from '../../server/cache/ages.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { periodOf, placedDayStart } from '../values/days.ts';
import { ofPrimary, readPrimarySource } from '../values/primary-source.ts';
import { Between, Data, isDefault, Period, parsedOnce } from '../values/shapes.ts';

const { get } = rest('Analytics');

const HeatmapCell = z.object({
  day: z.number().int().min(0).max(6).describe('Day of the week; 0 is Monday.'),
  hour: z.number().int().min(0).max(23).describe('Hour of the day.'),
  value: z.number().meta({ description: 'Number of sessions.', example: 14 }),
});

const Heatmap = z
  .object({
    period: Period.describe('The period covered.'),
    timezone: z
      .string()
      .meta({ description: 'The organization’s time zone, used for days and hours.', example: 'America/New_York' }),
    metric: z.literal('sessions').describe('The metric counted.'),
    cells: z.array(HeatmapCell).length(168).describe('One cell for each hour of the week, from Monday 0:00.'),
    max: z.number().meta({ description: 'Largest value of a cell.', example: 31 }),
    total: z.number().meta({ description: 'Sum of all cells.', example: 1532 }),
  })
  .meta({ id: 'TrafficHeatmap', description: 'Sessions by day of the week and hour.' });

const { at, sessions, reportedBy } = trafficHourly;
const part = rowParts({
  table: trafficHourly,
  key: [at],
  from: placedDayStart('from'),
  until: placedDayStart('to', 1),
  rows: 3_000,
});
const local = sql`(${at} at time zone ${sql.placeholder('timezone')}::text)`;

const sums = tenantQuery((db) =>
  db
    .with(part.rest(db))
    .select({
      next: part.next,
      day: sql<number>`extract(isodow from ${local})::int - 1`,
      hour: sql<number>`extract(hour from ${local})::int`,
      // Counted, not selected: a part without rows of the source tells where the next one begins, too.
      value: total(sessions, sql`filter (where ${ofPrimary(reportedBy)})`),
    })
    .from(trafficHourly)
    .where(part.where)
    .groupBy(sql`2`, sql`3`),
);

const WEEK = Array.from({ length: 168 }, (_, n) => ({ day: Math.floor(n / 24), hour: n % 24 }));

export const heatmapProcedures = {
  heatmap: tenantProcedure
    .meta(
      get('/analytics/heatmap', 'Get the traffic heatmap', {
        versioned: true,
        description:
          'Sessions by hour of the week in the organization’s time zone, as the primary analytics source counts them. Covers the last 30 full days by default, 366 days at most.',
        returns: 'The sessions of each hour of the week.',
      }),
    )
    .input(Between)
    .output(parsedOnce(Data(Heatmap)))
    .query(({ ctx: { deps, db, tenant }, input }) => {
      const { timezone } = tenant;
      const { period } = periodOf(input, timezone);
      const load = async () => {
        const cells = WEEK.map((cell) => ({ ...cell, value: 0 }));
        const primary = await readPrimarySource(db, tenant);
        const given = { clientId: tenant.clientId, primary, timezone, ...period };
        for await (const hours of eachPart((begin) => sums(db).execute({ ...given, ...begin })))
          for (const { day, hour, value } of hours) {
            const cell = cells[day * 24 + hour];
            if (cell) cell.value += value;
          }
        const values = cells.map(({ value }) => value);
        const sum = values.reduce((all, value) => all + value, 0);
        const data = { period, timezone, metric: 'sessions' as const, cells, max: Math.max(...values), total: sum };
        return { ok: true as const, data };
      };
      const key = ['heatmap', tenant.clientId, tenant.factsVersion, period.from, period.to, timezone] as const;
      return deps.cache(key, load, { atMost: STALE.analytics, keep: isDefault(Between, input) });
    }),
};
