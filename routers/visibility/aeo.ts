import { z } from 'zod';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, parsedOnce, Timestamp } from '../shapes.ts';
import { aeoMetrics } from './figures/aeo.ts';
import { latestScan } from './latest-scan.ts';

const { get } = rest('Visibility');

const Confidence = z.object({
  score: z.number().nullable(),
  band: z.enum(['low', 'medium', 'high']).nullable(),
  summary: z.string().nullable(),
  detail: z.string().nullable(),
  factors: z.array(z.object({ key: z.string(), label: z.string(), value: z.number(), weight: z.number() })),
});

const Aeo = z.object({
  queryMode: z.enum(['local_discovery', 'industry_b2b', 'online_first']).nullable(),
  generated_queries: z.array(z.string()),
  coverage: z.enum(['standard', 'limited']).nullable(),
  aeo_confidence: Confidence,
  aeo_visibility_score: z.number().nullable(),
  visibility_score: z.number().nullable(),
  position_score: z.number().nullable(),
  sentiment_score: z.number().nullable(),
  accuracy_score: z.number().nullable(),
  sample_size: z.number().int(),
  as_of: Timestamp.nullable(),
});

export const aeoProcedures = {
  aeo: tenantProcedure
    .meta(get('/visibility/aeo', 'How AI search sees the organization'))
    .output(parsedOnce(Data(Aeo)))
    .query(({ ctx: { deps, db, tenant } }) =>
      deps.cache(['aeo', tenant.clientId, tenant.scoresVersion], async () => {
        const scan = await latestScan(db, tenant, ['aeo']);
        return { ok: true as const, data: aeoMetrics(scan) };
      }),
    ),
};
