import { z } from 'zod';
import { STALE } from '../../server/cache/ages.ts';
import { etagOf } from '../../server/http/etag.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { contentHealth } from '../cms/public.ts';
import { oneDecimal } from '../values/rounding.ts';
import { latestScan, overallScore } from '../visibility/public.ts';
import { readMeanRating } from './mean-rating.ts';
import { socialEngagement } from './social-engagement.ts';

const { get } = rest('Dashboard');

const Kpis = z
  .object({
    visibilityScore: z
      .number()
      .nullable()
      .meta({ description: 'Overall score of the latest scan, 0–100; null before the first.', example: 71.4 }),
    contentHealth: z
      .number()
      .nullable()
      .meta({ description: 'Mean overall score of the pages, 0–100; null without scores.', example: 78.9 }),
    reviewScore: z.number().nullable().meta({
      description: 'Mean rating of the last 12 months, in percent of five stars; null without reviews.',
      example: 93.4,
    }),
    socialEngagement: z
      .number()
      .nullable()
      .meta({ description: 'Social media engagement, in percent of impressions; null without data.', example: 3.8 }),
  })
  .meta({ id: 'Kpis', description: 'The key performance indicators.' });

export const kpiProcedures = {
  kpis: tenantProcedure
    .meta(
      get('/dashboard/kpis', 'Get the key performance indicators', {
        versioned: true,
        description: 'Browsers may cache the answer for five minutes.',
        returns: 'The key performance indicators.',
        // `private` keeps shared caches from serving one client's figures to another.
        cacheControl: 'private, max-age=300, s-maxage=300',
        responseHeaders: z.object({
          ETag: z.string().meta({
            description: 'Version of the answer, for `If-None-Match`.',
            example: '"kZ3vQ9xTm2Rb7LwYc4Hs8NfJd1A"',
          }),
        }),
      }),
    )
    .output(z.object({ kpis: Kpis }))
    .query(async ({ ctx: { deps, db, tenant, caller, reply } }) => {
      const load = async () => {
        const [scan, health, rating, engagement] = await Promise.all([
          latestScan(db, tenant),
          contentHealth(db, tenant),
          readMeanRating(db, tenant),
          socialEngagement(db, tenant),
        ]);
        const kpis = {
          visibilityScore: scan ? overallScore(scan) : null,
          contentHealth: health,
          reviewScore: rating === null ? null : oneDecimal(rating * 20),
          socialEngagement: engagement,
        };
        return { kpis };
      };
      const key = ['kpis', tenant.clientId, tenant.scoresVersion, tenant.factsVersion] as const;
      const answer = await deps.cache(key, load, { atMost: STALE.kpis });

      reply.header('Vary', caller.kind === 'key' ? 'Cookie, Authorization' : 'Cookie').header('ETag', etagOf(answer));
      return answer;
    }),
};
