import { and, gte, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { trafficHourly } from '../../db/schema/index.ts';
import { total } from '../../db/sums.ts';
import { ownedBy } from '../../db/tenant.ts';
import { STALE } from '../../server/cache/ages.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { dayStart, periodOf } from '../days.ts';
import { Between, Data, Period, parsedOnce } from '../shapes.ts';

const { get } = rest('Analytics');

const Cell = z.object({
  day: z.number().int().min(0).max(6).meta({ description: '0 is Monday.' }),
  hour: z.number().int().min(0).max(23),
  value: z.number(),
});

const Heatmap = z.object({
  period: Period,
  timezone: z.string(),
  metric: z.literal('sessions'),
  cells: z.array(Cell).length(168).meta({ description: 'Every hour of a week, from Monday 0 h on.' }),
  max: z.number(),
  total: z.number(),
});

const WEEK = Array.from({ length: 168 }, (_, n) => ({ day: Math.floor(n / 24), hour: n % 24 }));

export const heatmapProcedures = {
  heatmap: tenantProcedure
    .meta(get('/analytics/heatmap', 'When visitors come: sessions by hour of the week, where the organization lives'))
    .input(Between)
    .output(parsedOnce(Data(Heatmap)))
    .query(({ ctx: { deps, db, tenant }, input }) => {
      const { timezone } = tenant;
      const { period } = periodOf(input, timezone);
      const load = async () => {
        const { at, sessions } = trafficHourly;
        const local = sql`(${at} at time zone ${sql.param(timezone)}::text)`;
        const hours = await db
          .select({
            day: sql<number>`extract(isodow from ${local})::int - 1`,
            hour: sql<number>`extract(hour from ${local})::int`,
            value: total(sessions),
          })
          .from(trafficHourly)
          .where(
            ownedBy(
              tenant,
              trafficHourly,
              and(gte(at, dayStart(period.from, timezone)), lt(at, dayStart(period.to, timezone, 1))),
            ),
          )
          .groupBy(sql`1`, sql`2`);
        const seen = new Map(hours.map(({ day, hour, value }) => [day * 24 + hour, value]));
        const cells = WEEK.map((cell, n) => ({ ...cell, value: seen.get(n) ?? 0 }));
        const values = cells.map(({ value }) => value);
        const sum = values.reduce((all, value) => all + value, 0);
        const data = { period, timezone, metric: 'sessions' as const, cells, max: Math.max(...values), total: sum };
        return { ok: true as const, data };
      };
      const key = ['heatmap', tenant.clientId, tenant.factsVersion, period.from, period.to, timezone] as const;
      return deps.cache(key, load, { atMost: STALE.analytics });
    }),
};
