import { z } from 'zod';
import { STALE } from '../../server/cache/ages.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { dataBytesOf, PAGED, setNext } from '../../server/lists/page.ts';
import { ranking } from '../../server/lists/ranking.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { periodOf } from '../values/days.ts';
import { Between, Data, isDefault, Period, paging, parsedOnce } from '../values/shapes.ts';
import { shares } from '../values/shares.ts';
import { readLargestSources } from '../values/traffic-sums.ts';

const { get } = rest('Analytics');

const TrafficSource = z
  .object({
    source: z.string().meta({ description: 'Name of the source.', example: 'google' }),
    medium: z.string().meta({ description: 'Medium.', example: 'organic' }),
    sessions: z.number().meta({ description: 'Number of sessions.', example: 612 }),
    users: z.number().meta({ description: 'Number of users.', example: 498 }),
    conversions: z.number().meta({ description: 'Number of conversions.', example: 19 }),
    share: z.number().nullable().meta({
      description: 'Share of all sessions, in percent. The shares of all sources add up to 100.',
      example: 41.3,
    }),
    isAiAssistant: z.boolean().describe('Whether the source is an AI assistant.'),
  })
  .meta({ id: 'TrafficSource', description: 'A source of website traffic.' });

const Sources = z
  .object({
    period: Period.describe('The period covered.'),
    totals: z
      .object({
        sessions: z.number().meta({ description: 'Number of sessions.', example: 1482 }),
        conversions: z.number().meta({ description: 'Number of conversions.', example: 48 }),
      })
      .describe('Totals of all sources.'),
    sources: z.array(TrafficSource).describe('Sources by sessions, the largest first.'),
  })
  .meta({ id: 'TrafficSources', description: 'Traffic sources of a period.' });

// A bound for tracking parameters run wild; the totals cover these sources.
const SOURCES = 10_000;

const Filter = Between.extend(paging(50, 200));

interface SourceSums {
  sessions: number;
  source: string;
  medium: string;
}

const pageOf = ranking('sources', [KEY.number, KEY.text, KEY.text], ({ sessions, source, medium }: SourceSums) => [
  -sessions,
  source,
  medium,
]);

export const sourceProcedures = {
  sources: tenantProcedure
    .meta(
      get('/analytics/sources', 'List traffic sources', {
        versioned: true,
        description:
          'Sources by sessions, the largest first, AI assistants included, 10,000 at most, as the primary analytics source counts them. Covers the last 30 full days by default, 366 days at most.',
        returns: 'The totals of all sources, and the largest sources.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(parsedOnce(Data(Sources)))
    .query(async ({ ctx, input }) => {
      const { deps, db, tenant } = ctx;
      const { limit, after, ...requested } = input;
      const { period } = periodOf(requested, tenant.timezone);
      const most = dataBytesOf(ctx.request);
      const load = async () => {
        const rows = await readLargestSources(db, tenant, period, { most: SOURCES, by: 'byMedium' });
        const share = shares(rows.map((row) => row.sessions));
        const totals = {
          sessions: rows.reduce((sum, row) => sum + row.sessions, 0),
          conversions: Math.round(rows.reduce((sum, row) => sum + row.conversions, 0) * 100) / 100,
        };
        const listed = rows.map((row, n) => ({ ...row, share: share[n] ?? null }));
        const page = pageOf(listed, input, most);
        return { answer: { ok: true as const, data: { period, totals, sources: page.rows } }, next: page.next };
      };
      const key = [
        'sources',
        tenant.clientId,
        tenant.factsVersion,
        period.from,
        period.to,
        limit,
        `${after}`,
        most,
      ] as const;
      const { answer, next } = await deps.cache(key, load, {
        atMost: STALE.analytics,
        keep: isDefault(Filter, input),
      });
      setNext(ctx, input, next);
      return answer;
    }),
};
