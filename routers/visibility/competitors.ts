import { z } from 'zod';
import { KEY } from '../../server/lists/cursor.ts';
import { dataBytesOf, PAGED, setNext } from '../../server/lists/page.ts';
import { ranking } from '../../server/lists/ranking.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, Paging, parsedOnce, Timestamp } from '../values/shapes.ts';
import { benchmark, isStale } from './figures/competitors.ts';
import { latestScan } from './latest-scan.ts';
import { ScanDate } from './shapes.ts';

const { get } = rest('Visibility', { weight: 'heavy' });

const ScoresByKey = z.record(z.string(), z.number().meta({ example: 71.4 }));

const Tiers = ScoresByKey.describe('Scores of the tiers by key, 0–100.');
const Components = ScoresByKey.describe('Scores of the components by key, 0–100.');

const RAW = { description: 'Score before adjustments, 0–100.', example: 68.2 };
const DYNAMIC = { description: 'Overall score, 0–100; the score to compare.', example: 71.4 };
const OVERALL = { description: 'Overall score as reported, 0–100.', example: 71.4 };

const OwnScores = z
  .object({
    client_id: z
      .uuid()
      .meta({ description: 'Id of the organization.', example: '3e8f0a52-41bb-4c63-a6ba-0d6d7f6b9c10' }),
    raw_score: z.number().nullable().meta(RAW),
    dynamic_score: z.number().nullable().meta(DYNAMIC),
    overall_score: z.number().nullable().meta(OVERALL),
    run_id: z
      .uuid()
      .nullable()
      .meta({ description: 'Id of the score run.', example: '6f1c2a9e-5d0b-4c8a-9a57-1f0f6f2d7c31' }),
    asOf: ScanDate,
    tiers: Tiers,
    components: Components,
  })
  .describe('The organization’s own scores; null before the first scan.');

const Peer = z
  .object({
    name: z.string().meta({ description: 'Name of the competitor.', example: 'Casco Bay Dental Group' }),
    domain: z.string().meta({ description: 'Domain of its website.', example: 'cascobaydental.example' }),
    raw_score: z.number().meta(RAW),
    dynamic_score: z.number().meta(DYNAMIC),
    overall_score: z.number().meta(OVERALL),
    asOf: Timestamp.describe('Time of the measurement.'),
    tiers: Tiers,
    components: Components,
  })
  .meta({ id: 'Peer', description: 'A competitor and its scores.' });

const ComponentComparison = z.object({
  component: z.string().meta({ description: 'Key of the component.', example: 'technical_seo' }),
  label: z.string().meta({ description: 'Label of the component.', example: 'Technical SEO' }),
  client_score: z.number().meta({ description: 'The organization’s score, 0–100.', example: 81 }),
  competitor_avg: z
    .number()
    .nullable()
    .meta({ description: 'Mean score of the competitors that have the component; null if none has.', example: 66.4 }),
  difference: z
    .number()
    .nullable()
    .meta({ description: 'client_score − competitor_avg; null without an average.', example: 14.6 }),
});

const Comparison = z
  .object({
    metric: z.literal('dynamic_score').describe('The score compared.'),
    dataAsOf: ScanDate,
    isStale: z.boolean().describe('Whether the scan is more than 30 days old.'),
    competitor_avg: z
      .number()
      .nullable()
      .meta({ description: 'Mean score of the competitors; null without competitors.', example: 60.1 }),
    client_vs_avg: z
      .number()
      .nullable()
      .meta({ description: 'The organization’s score − competitor_avg; null if either is missing.', example: 11.3 }),
    rank: z.number().int().meta({ description: 'Rank of the organization; 1 is best, ties share a rank.', example: 2 }),
    total_in_market: z.number().int().meta({ description: 'Number of competitors plus the organization.', example: 6 }),
    component_comparison: z.array(ComponentComparison).describe('Comparison by component.'),
  })
  .describe('The organization compared with its competitors.');

const Benchmark = z
  .object({
    client: OwnScores,
    competitors: z.array(Peer).describe('Competitors by score, the best first.'),
    comparison: Comparison,
  })
  .meta({ id: 'CompetitorBenchmark', description: 'The scores of the organization and its competitors.' });

const Filter = Paging(200, 200);

const pageOf = ranking('competitors', [KEY.number, KEY.text], (peer: { dynamic_score: number; name: string }) => [
  -peer.dynamic_score,
  peer.name,
]);

export const competitorProcedures = {
  competitors: tenantProcedure
    .meta(
      get('/visibility/competitors', 'Get the competitor benchmark', {
        tool: {
          name: 'get_competitor_benchmark',
          hint: 'For questions about rank and distance to competitors; `difference` is in points.',
        },
        versioned: true,
        description:
          'Compares the organization with the competitors of its latest scan, except excluded ones and those whose measurement failed. The comparison covers all competitors, not only those listed.',
        returns: 'The organization’s scores, the competitors from best to worst, and the comparison.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(parsedOnce(Data(Benchmark)))
    .query(async ({ ctx, input }) => {
      const { deps, db, tenant } = ctx;
      // Staleness depends on the time alone, so both answers are cached.
      const { asOf, fresh, stale } = await deps.cache(
        ['competitors', tenant.clientId, tenant.scoresVersion],
        async () => {
          const scan = await latestScan(db, tenant, ['competitors']);
          const answer = (stale: boolean) => ({ ok: true as const, data: benchmark(tenant.clientId, scan, stale) });
          return { asOf: scan?.asOf, fresh: answer(false), stale: answer(true) };
        },
      );
      const answer = isStale(asOf) ? stale : fresh;
      const { rows: competitors, next, isWhole } = pageOf(answer.data.competitors, input, dataBytesOf(ctx.request));
      setNext(ctx, input, next);
      return isWhole ? answer : { ok: true, data: { ...answer.data, competitors } };
    }),
};
