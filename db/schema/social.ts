import { bigint, doublePrecision, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment, updatedAt } from './columns.ts';
import { externalId } from './records.ts';
import { clientId, tenantPolicies } from './tenant.ts';

const count = () => bigint({ mode: 'number' }).notNull();

/**
 * A snapshot of a social profile. Senders with an id per snapshot keep a history, senders with one id keep the
 * current state: readers use the latest `asOf` of each platform and handle.
 */
export const socialProfiles = pgTable(
  'social_profiles',
  {
    clientId: clientId(),
    externalId: externalId(),
    platform: text().notNull(),
    handle: text().notNull(),
    url: text().notNull(),
    followers: count(),
    followersChange: count(),
    posts: count(),
    reach: count(),
    impressions: count(),
    engagement: count(),
    /** Percent, 0–100. */
    engagementRate: doublePrecision().notNull(),
    asOf: moment().notNull(),
    updatedAt: updatedAt(),
  },
  (profile) => [
    primaryKey({ columns: [profile.clientId, profile.externalId] }),
    index().on(profile.clientId, profile.platform, profile.handle, profile.asOf),
    ...tenantPolicies(),
  ],
);
