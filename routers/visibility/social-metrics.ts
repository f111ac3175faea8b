import { desc } from 'drizzle-orm';
import { z } from 'zod';
import { socialProfiles } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { STALE } from '../../server/cache/ages.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, parsedOnce, Timestamp } from '../shapes.ts';

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

const PROFILES = 200;

export const socialMetricsProcedures = {
  socialMetrics: tenantProcedure
    .meta(
      get('/visibility/social-metrics', 'Get social media metrics', {
        description: 'Uses the latest report of each profile, 200 profiles at most.',
        returns: 'The profiles, their totals, and the time of the latest report.',
      }),
    )
    .output(parsedOnce(Data(SocialMetrics)))
    .query(({ ctx: { deps, db, tenant } }) => {
      const load = async () => {
        const { platform, handle, asOf } = socialProfiles;
        const profiles = await db
          .selectDistinctOn([platform, handle])
          .from(socialProfiles)
          .where(ownedBy(tenant, socialProfiles))
          .orderBy(platform, handle, desc(asOf), desc(socialProfiles.updatedAt))
          .limit(PROFILES);
        const sum = (figure: 'followers' | 'reach' | 'engagement') =>
          profiles.reduce((all, profile) => all + profile[figure], 0);
        const totals = { followers: sum('followers'), reach: sum('reach'), engagement: sum('engagement') };
        const latest = profiles.length > 0 ? new Date(Math.max(...profiles.map((one) => one.asOf.getTime()))) : null;
        return { ok: true as const, data: { profiles, totals, asOf: latest } };
      };
      const key = ['social-metrics', tenant.clientId, tenant.factsVersion] as const;
      return deps.cache(key, load, { atMost: STALE.analytics });
    }),
};
