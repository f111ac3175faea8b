import { z } from 'zod';
import { websiteDaily as days, socialProfiles } from '../../db/schema/index.ts';
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
import { recordType } from '../record-type.ts';

const socialProfile = recordType(
  socialProfiles,
  z.object({
    platform: Label,
    handle: Label,
    url: HttpUrl,
    followers: LargeCount,
    followersChange: z.number().int().min(-1_000_000_000_000).max(1_000_000_000_000),
    posts: LargeCount,
    reach: LargeCount,
    impressions: LargeCount,
    engagement: LargeCount,
    engagementRate: Percent,
    asOf: PastMoment,
  }),
);

const TopPage = z.object({ path: z.string().min(1).max(2048), pageviews: Count });
const Channel = z.object({ channel: Label, sessions: Count });

const websiteDaily = recordType(
  days,
  z.object({
    date: PastDay,
    source: Label,
    users: Count,
    sessions: Count,
    pageviews: Count,
    bounceRate: Percent,
    avgSessionSeconds: Seconds,
    conversions: SplitCount,
    topPages: listOf(TopPage, 100).nullish(),
    channels: listOf(Channel, 50).nullish(),
  }),
);

/** The record types that pipelines send to this domain, by their `type`. */
export const visibilityRecords = { social_profile: socialProfile, website_daily: websiteDaily };
