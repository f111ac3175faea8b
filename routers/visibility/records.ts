import { z } from 'zod';
import { socialProfiles, websiteDaily as websiteDailyTable } from '../../db/schema/index.ts';
import { RECORDS_PER_CLIENT } from '../../server/limits/sizes.ts';
import {
  Count,
  HttpUrl,
  Label,
  LargeCount,
  listOf,
  PastDay,
  PastMoment,
  Percent,
  Seconds,
  SplitCount,
} from '../fields.ts';
import { atMost } from '../record-bound.ts';
import { recordType } from '../record-type.ts';

const socialProfile = recordType(
  socialProfiles,
  z
    .object({
      platform: Label.meta({ description: 'Social network.', example: 'instagram' }),
      handle: Label.meta({ description: 'Handle of the profile.', example: '@harbordental' }),
      url: HttpUrl.meta({ description: 'URL of the profile.', example: 'https://www.instagram.com/harbordental' }),
      followers: LargeCount.meta({ description: 'Number of followers.', example: 1840 }),
      followersChange: z.number().int().min(-1_000_000_000_000).max(1_000_000_000_000).meta({
        description: 'Change of followers since the previous reading.',
        example: 25,
      }),
      posts: LargeCount.meta({ description: 'Number of posts.', example: 312 }),
      reach: LargeCount.meta({ description: 'Number of accounts reached.', example: 5200 }),
      impressions: LargeCount.meta({ description: 'Number of impressions.', example: 9100 }),
      engagement: LargeCount.meta({ description: 'Number of interactions.', example: 430 }),
      engagementRate: Percent.meta({ description: 'Interactions, in percent of impressions.', example: 4.7 }),
      asOf: PastMoment.describe('Time of the reading.'),
    })
    .describe('A social profile with its latest figures.'),
  { bound: atMost(RECORDS_PER_CLIENT.socialProfiles, socialProfiles, 'social profiles') },
);

const TopPage = z.object({
  path: z.string().min(1).max(2048).meta({ description: 'Path of the page.', example: '/dental-implants' }),
  pageviews: Count.meta({ description: 'Number of page views.', example: 48 }),
});
const Channel = z.object({
  channel: Label.meta({ description: 'Channel.', example: 'organic_search' }),
  sessions: Count.meta({ description: 'Number of sessions.', example: 120 }),
});

const websiteDaily = recordType(
  websiteDailyTable,
  z
    .object({
      date: PastDay.meta({ description: 'Day of the figures.', example: '2026-02-15' }),
      source: Label.meta({ description: 'Analytics tool.', example: 'ga4' }),
      users: Count.meta({ description: 'Number of users.', example: 210 }),
      sessions: Count.meta({ description: 'Number of sessions.', example: 260 }),
      pageviews: Count.meta({ description: 'Number of page views.', example: 690 }),
      bounceRate: Percent.meta({ description: 'Bounce rate, in percent of sessions.', example: 42.5 }),
      avgSessionSeconds: Seconds.meta({ description: 'Mean session duration, in seconds.', example: 96 }),
      conversions: SplitCount.meta({ description: 'Number of conversions.', example: 7 }),
      topPages: listOf(TopPage, 100).nullish().describe('Most viewed pages.'),
      channels: listOf(Channel, 50).nullish().describe('Sessions by channel.'),
    })
    .describe('The website figures of a day.'),
);

/** The record types of this domain, by `type`. */
export const visibilityRecords = { social_profile: socialProfile, website_daily: websiteDaily };
