import type { TenantDb } from '../../db/handles.ts';
import { socialProfiles } from '../../db/schema/index.ts';
import { momentAgo } from './calendar.ts';
import { chance, wobble } from './chance.ts';
import type { Demo } from './organization.ts';

const WEEKS = 26;

// Followers, new followers in a good week, posts, posts per week, impressions per follower, engagement in percent.
const PROFILES = [
  ['instagram', '@harborstreetdental', 'https://www.instagram.com/harborstreetdental', 2140, 16, 412, 3, 4.1, 4.6],
  ['facebook', 'HarborStreetDental', 'https://www.facebook.com/HarborStreetDental', 3385, 4, 968, 2, 1.3, 1.8],
  ['youtube', '@harborstreetdental', 'https://www.youtube.com/@harborstreetdental', 318, 5, 37, 0.5, 6.2, 3.2],
  [
    'linkedin',
    'harbor-street-dental',
    'https://www.linkedin.com/company/harbor-street-dental',
    242,
    2,
    61,
    0.5,
    2.4,
    2.9,
  ],
  ['tiktok', '@harborstreetsmiles', 'https://www.tiktok.com/@harborstreetsmiles', 1275, -3, 54, 1, 2.2, 5.4],
] as const;

function snapshot(profile: number, week: number, asOf: Date) {
  const [platform, handle, url, now, won, posted, weekly, reached, engaged] = PROFILES[profile] ?? PROFILES[0];
  const seed = profile * 101 + week;
  const gain = (ago: number) => Math.round(won * (1 + 0.6 * wobble(profile * 101 + ago)));
  const later = Array.from({ length: week }, (_, ago) => gain(ago)).reduce((sum, one) => sum + one, 0);
  const followers = now - later;
  const impressions = Math.round(followers * reached * (1 + 0.25 * wobble(seed * 3)));
  const engagement = Math.round((impressions * engaged * (1 + 0.2 * wobble(seed * 5))) / 100);
  return {
    externalId: `demo-${platform}-${asOf.toISOString().slice(0, 10)}`,
    platform,
    handle,
    url,
    followers,
    followersChange: gain(week),
    posts: Math.round(posted - week * weekly),
    reach: Math.round(impressions * (0.58 + 0.1 * chance(seed * 7))),
    impressions,
    engagement,
    engagementRate: Math.round((engagement / impressions) * 1000) / 10,
    asOf,
  };
}

/** Seeds half a year of weekly snapshots of the social profiles, the last from this or yesterday morning. */
export const demoSocial = (now: Date) =>
  PROFILES.flatMap((_, profile) =>
    Array.from({ length: WEEKS }, (_, week) => snapshot(profile, week, momentAgo(now, week * 7, 7))),
  );

export const seedSocial = (db: TenantDb, { clientId, now }: Demo) =>
  db.insert(socialProfiles).values(demoSocial(now).map((profile) => ({ clientId, ...profile })));
