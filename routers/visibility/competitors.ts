import { z } from 'zod';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, parsedOnce, Timestamp } from '../shapes.ts';
import { benchmark, isStale } from './figures/competitors.ts';
import { latestScan } from './latest-scan.ts';

const { get } = rest('Visibility');

const ScoresByKey = z.record(z.string(), z.number());

const Client = z.object({
  client_id: z.uuid(),
  raw_score: z.number().nullable(),
  dynamic_score: z.number().nullable(),
  overall_score: z.number().nullable(),
  run_id: z.uuid().nullable(),
  asOf: Timestamp.nullable(),
  tiers: ScoresByKey,
  components: ScoresByKey,
});

const Peer = z.object({
  name: z.string(),
  domain: z.string(),
  raw_score: z.number(),
  dynamic_score: z.number(),
  overall_score: z.number(),
  asOf: Timestamp,
  tiers: ScoresByKey,
  components: ScoresByKey,
});

const Comparison = z.object({
  metric: z.literal('dynamic_score'),
  dataAsOf: Timestamp.nullable(),
  isStale: z.boolean(),
  competitor_avg: z.number().nullable(),
  client_vs_avg: z.number().nullable(),
  rank: z.number().int(),
  total_in_market: z.number().int(),
  component_comparison: z.array(
    z.object({
      component: z.string(),
      label: z.string(),
      client_score: z.number(),
      competitor_avg: z.number().nullable(),
      difference: z.number().nullable(),
    }),
  ),
});

const Benchmark = z.object({ client: Client, competitors: z.array(Peer), comparison: Comparison });

export const competitorProcedures = {
  competitors: tenantProcedure
    .meta(get('/visibility/competitors', 'The organization beside its peers, the best of them first'))
    .output(parsedOnce(Data(Benchmark)))
    .query(async ({ ctx: { deps, db, tenant } }) => {
      // Figures grow stale without a scan to say so: both answers are kept, and the clock chooses.
      const { asOf, fresh, stale } = await deps.cache(
        ['competitors', tenant.clientId, tenant.scoresVersion],
        async () => {
          const scan = await latestScan(db, tenant, ['competitors']);
          const answer = (stale: boolean) => ({ ok: true as const, data: benchmark(tenant.clientId, scan, stale) });
          return { asOf: scan?.asOf, fresh: answer(false), stale: answer(true) };
        },
      );
      return isStale(asOf) ? stale : fresh;
    }),
};
