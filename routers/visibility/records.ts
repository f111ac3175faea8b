import { z } from 'zod';
import {
  searchDaily as searchDailyTable,
  socialProfiles,
  websiteDaily as websiteDailyTable,
  websitePeriods,
} from '../../db/schema/index.ts';
import { RECORDS_PER_CLIENT, RECORDS_PER_DAY } from '../../server/limits/sizes.ts';
import { atMost, atMostADay } from '../records/record-bound.ts';
import { recordType } from '../records/record-type.ts';
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
} from '../values/fields.ts';

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

const websitePeriod = recordType(
  websitePeriods,
  z
    .object({
      from: PastDay.meta({ description: 'First day of the period.', example: '2026-01-17' }),
      to: PastDay.meta({ description: 'Last day of the period, included.', example: '2026-02-15' }),
      source: Label.meta({ description: 'Analytics tool, named as in `website_daily`.', example: 'ga4' }),
      users: Count.meta({ description: 'Number of unique users of the period.', example: 3140 }),
    })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: 'must not be before `from`' })
    .describe('The unique users of a website in a period, as an analytics tool counts them.'),
  { perDay: atMostADay(RECORDS_PER_DAY.websitePeriods, websitePeriods, websitePeriods.to, 'periods of a website') },
);

const SearchTerm = z.string().min(1).max(2048).nullish();

const searchDaily = recordType(
  searchDailyTable,
  z
    .object({
      date: PastDay.meta({ description: 'Day of the searches.', example: '2026-02-15' }),
      query: SearchTerm.meta({ description: 'What people searched for.', example: 'dental implants cost' }),
      page: SearchTerm.meta({
        description: 'Address of the page in the results.',
        example: 'https://www.harborstreetdental.example/services/implants',
      }),
      clicks: Count.meta({ description: 'Number of clicks.', example: 12 }),
      impressions: Count.meta({ description: 'Number of times shown in the results.', example: 410 }),
      position: z.number().min(0).max(10_000).meta({
        description: 'Mean position in the results, from 1; 0 without impressions.',
        example: 4.7,
      }),
    })
    .describe(
      'Clicks and impressions in search results on a day: of a query, of a page, of both together, or with neither the total of the day.',
    ),
  { perDay: atMostADay(RECORDS_PER_DAY.searchDaily, searchDailyTable, searchDailyTable.date, 'records of searches') },
);

/** The record types of this domain, by `type`. */
export const visibilityRecords = {
  search_daily: searchDaily,
  social_profile: socialProfile,
  website_daily: websiteDaily,
  website_period: websitePeriod,
};
