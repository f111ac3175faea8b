import { desc, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { socialProfiles } from '../../db/schema/index.ts';
import { total } from '../../db/sums.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { STALE } from '../../server/cache/ages.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { dataBytesOf, PAGED, pageOfRows, setNext } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, isDefault, Paging, parsedOnce, Timestamp } from '../values/shapes.ts';

const { get } = rest('Visibility');

const SocialProfile = z
  .object({
    platform: z.string().meta({ description: 'Platform.', example: 'instagram' }),
    handle: z.string().meta({ description: 'Name of the profile.', example: '@harborstreetdental' }),
    url: z
      .string()
      .meta({ description: 'Address of the profile.', example: 'https://www.instagram.com/harborstreetdental' }),
    followers: z.number().meta({ description: 'Number of followers.', example: 2140 }),
    followersChange: z.number().meta({ description: 'Change in the number of followers.', example: 16 }),
    posts: z.number().meta({ description: 'Number of posts.', example: 412 }),
    reach: z.number().meta({ description: 'Number of people reached.', example: 5870 }),
    impressions: z.number().meta({ description: 'Number of impressions.', example: 8774 }),
    engagement: z.number().meta({ description: 'Number of reactions, comments and shares.', example: 404 }),
    engagementRate: z.number().meta({ description: 'Engagement per impression, in percent.', example: 4.6 }),
  })
  .meta({ id: 'SocialProfile', description: 'A social media profile and its latest metrics.' });

const SocialMetrics = z
  .object({
    profiles: z.array(SocialProfile).describe('Profiles by platform and handle.'),
    totals: z
      .object({
        followers: z.number().meta({ description: 'Followers of all profiles.', example: 7360 }),
        reach: z.number().meta({ description: 'Reach of all profiles.', example: 14210 }),
        engagement: z.number().meta({ description: 'Engagement of all profiles.', example: 812 }),
      })
      .describe('Sums over all profiles.'),
    asOf: Timestamp.nullable().describe('Time of the latest report; null without profiles.'),
  })
  .meta({ id: 'SocialMetrics', description: 'Metrics of the social media profiles.' });

const Filter = Paging(200, 200);

const { platform, handle, asOf, updatedAt } = socialProfiles;
const order = keyset('profiles', 'asc', [platform, KEY.text], [handle, KEY.text]);

/** The latest report of each profile. */
const latestReports = (db: TenantDb, tenant: Tenant, rest?: SQL) =>
  db
    .selectDistinctOn([platform, handle])
    .from(socialProfiles)
    .where(ownedBy(tenant, socialProfiles, rest))
    .orderBy(platform, handle, desc(asOf), desc(updatedAt));

async function totalsOf(db: TenantDb, tenant: Tenant) {
  const latest = latestReports(db, tenant).as('latest');
  const [totals] = await db
    .select({
      followers: total(latest.followers),
      reach: total(latest.reach),
      engagement: total(latest.engagement),
      asOf: sql<Date | null>`max(${latest.asOf})`.mapWith(asOf),
    })
    .from(latest);
  if (!totals) throw new Error('The totals are missing.');
  return totals;
}

export const socialMetricsProcedures = {
  socialMetrics: tenantProcedure
    .meta(
      get('/visibility/social-metrics', 'Get social media metrics', {
        versioned: true,
        description: 'Uses the latest report of each profile. The totals cover all profiles, not only those listed.',
        returns: 'The profiles, their totals, and the time of the latest report.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(parsedOnce(Data(SocialMetrics)))
    .query(async ({ ctx, input }) => {
      const { deps, db, tenant } = ctx;
      const { limit, after } = input;
      const next = order.after(after);
      const most = dataBytesOf(ctx.request);
      const load = async () => {
        const [{ asOf, ...totals }, rows] = await Promise.all([
          totalsOf(db, tenant),
          latestReports(db, tenant, next).limit(limit + 1),
        ]);
        const page = pageOfRows(rows, limit, ({ platform, handle }) => order.cursorOf([platform, handle]), most);
        return { answer: { ok: true as const, data: { profiles: page.rows, totals, asOf } }, next: page.next };
      };
      const key = ['social-metrics', tenant.clientId, tenant.factsVersion, limit, `${after}`, most] as const;
      const found = await deps.cache(key, load, { atMost: STALE.analytics, keep: isDefault(Filter.unwrap(), input) });
      setNext(ctx, input, found.next);
      return found.answer;
    }),
};
