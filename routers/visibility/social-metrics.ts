import { desc } from 'drizzle-orm';
import { z } from 'zod';
import { socialProfiles } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { STALE } from '../../server/cache/ages.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, parsedOnce, Timestamp } from '../shapes.ts';

const { get } = rest('Visibility');

const Profile = z.object({
  platform: z.string(),
  handle: z.string(),
  url: z.string(),
  followers: z.number(),
  followersChange: z.number(),
  posts: z.number(),
  reach: z.number(),
  impressions: z.number(),
  engagement: z.number(),
  engagementRate: z.number().meta({ description: 'Percent.' }),
});

const SocialMetrics = z.object({
  profiles: z.array(Profile),
  totals: z.object({ followers: z.number(), reach: z.number(), engagement: z.number() }),
  asOf: Timestamp.nullable(),
});

const PROFILES = 200;

export const socialMetricsProcedures = {
  socialMetrics: tenantProcedure
    .meta(get('/visibility/social-metrics', 'The social profiles as they were seen last'))
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
