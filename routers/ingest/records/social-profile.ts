import { z } from 'zod';
import { socialProfiles } from '../../../db/schema/index.ts';
import { HttpUrl, Label, LargeCount, PastMoment, Percent } from '../bounds.ts';
import { recordType } from './record-type.ts';

export const socialProfile = recordType(
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
