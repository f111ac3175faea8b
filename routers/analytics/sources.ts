import { between, sql } from 'drizzle-orm';
import { z } from 'zod';
import { trafficSources } from '../../db/schema/index.ts';
import { total } from '../../db/sums.ts';
import { ownedBy } from '../../db/tenant.ts';
import { STALE } from '../../server/cache/ages.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { periodOf } from '../days.ts';
import { Between, Data, Period, parsedOnce } from '../shapes.ts';
import { shares } from '../shares.ts';

const { get } = rest('Analytics');

const Source = z.object({
  source: z.string(),
  medium: z.string(),
  sessions: z.number(),
  users: z.number(),
  conversions: z.number(),
  share: z.number().nullable().meta({ description: 'Percent of all sessions; the shares of all sources make 100.' }),
  isAiAssistant: z.boolean(),
});

const Sources = z.object({
  period: Period,
  totals: z.object({ sessions: z.number(), conversions: z.number() }),
  sources: z.array(Source),
});

// More would be somebody's campaign names gone wild; the totals count what is listed.
const SOURCES = 1000;

export const sourceProcedures = {
  sources: tenantProcedure
    .meta(get('/analytics/sources', 'Where visitors come from, AI assistants among them'))
    .input(Between.extend({ limit: z.number().int().min(1).max(200).default(50) }))
    .output(parsedOnce(Data(Sources)))
    .query(({ ctx: { deps, db, tenant }, input: { limit, ...asked } }) => {
      const { period } = periodOf(asked, tenant.timezone);
      const load = async () => {
        const { source, medium, sessions, users, conversions, isAiAssistant, date } = trafficSources;
        const rows = await db
          .select({
            source,
            medium,
            sessions: total(sessions),
            users: total(users),
            conversions: total(conversions),
            isAiAssistant: sql<boolean>`bool_or(${isAiAssistant})`,
          })
          .from(trafficSources)
          .where(ownedBy(tenant, trafficSources, between(date, period.from, period.to)))
          .groupBy(source, medium)
          .orderBy(sql`3 desc`, source, medium)
          .limit(SOURCES);
        const share = shares(rows.map((row) => row.sessions));
        const totals = {
          sessions: rows.reduce((sum, row) => sum + row.sessions, 0),
          conversions: Math.round(rows.reduce((sum, row) => sum + row.conversions, 0) * 100) / 100,
        };
        const listed = rows.map((row, n) => ({ ...row, share: share[n] ?? null })).slice(0, limit);
        return { ok: true as const, data: { period, totals, sources: listed } };
      };
      const key = ['sources', tenant.clientId, tenant.factsVersion, period.from, period.to, limit] as const;
      return deps.cache(key, load, { atMost: STALE.analytics });
    }),
};
