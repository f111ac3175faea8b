import { gte, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { reviews, socialProfiles } from '../../db/schema/index.ts';
import { weightedMean } from '../../db/sums.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { STALE } from '../../server/cache/ages.ts';
import { etagOf } from '../../server/http/etag.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { contentHealth } from '../cms/public.ts';
import { latestScan, overallScore } from '../visibility/public.ts';

const { get } = rest('Dashboard');

const Kpis = z.object({
  visibilityScore: z.number().nullable().meta({ description: 'The dynamic score of the latest scan.' }),
  contentHealth: z.number().nullable().meta({ description: 'The mean overall score of the pages.' }),
  reviewScore: z.number().nullable().meta({ description: 'The mean rating of the last 12 months, 5 stars being 100.' }),
  socialEngagement: z.number().nullable().meta({ description: 'Engagement in percent of impressions.' }),
});

/** Mean rating of the last 12 months in percent of 5 stars, one decimal; null without a review. */
async function reviewScore(db: TenantDb, tenant: Tenant) {
  const { rating, publishedAt } = reviews;
  const [row] = await db
    .select({ score: sql<number | null>`round((avg(${rating}) * 20)::numeric, 1)::float8` })
    .from(reviews)
    .where(ownedBy(tenant, reviews, gte(publishedAt, sql`now() - interval '12 months'`)));
  return row?.score ?? null;
}

/** The engagement rate over all profiles as they were seen last, each by its impressions; percent, one decimal. */
async function socialEngagement(db: TenantDb, tenant: Tenant) {
  const latest = db
    .selectDistinctOn([socialProfiles.platform, socialProfiles.handle])
    .from(socialProfiles)
    .where(ownedBy(tenant, socialProfiles))
    .orderBy(socialProfiles.platform, socialProfiles.handle, sql`${socialProfiles.asOf} desc`)
    .as('latest');
  const [row] = await db.select({ rate: weightedMean(latest.engagementRate, latest.impressions) }).from(latest);
  return row?.rate ?? null;
}

export const kpiProcedures = {
  kpis: tenantProcedure
    .meta(
      get('/dashboard/kpis', 'Four figures at a glance; a browser may keep them for five minutes', {
        responseHeaders: z.object({ ETag: z.string().meta({ description: 'Names the figures.' }) }),
      }),
    )
    .output(z.object({ kpis: Kpis }))
    .query(async ({ ctx: { deps, db, tenant, caller, reply } }) => {
      const load = async () => {
        const [scan, health, rating, engagement] = await Promise.all([
          latestScan(db, tenant),
          contentHealth(db, tenant),
          reviewScore(db, tenant),
          socialEngagement(db, tenant),
        ]);
        const kpis = {
          visibilityScore: scan ? overallScore(scan) : null,
          contentHealth: health,
          reviewScore: rating,
          socialEngagement: engagement,
        };
        return { kpis };
      };
      const key = ['kpis', tenant.clientId, tenant.scoresVersion, tenant.factsVersion] as const;
      const answer = await deps.cache(key, load, { atMost: STALE.kpis });

      // `private` keeps a shared cache from giving one client's figures to another.
      reply.header('Cache-Control', 'private, max-age=300, s-maxage=300');
      reply.header('Vary', caller.kind === 'key' ? 'Cookie, Authorization' : 'Cookie').header('ETag', etagOf(answer));
      return answer;
    }),
};
