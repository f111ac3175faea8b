import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment, updatedAt } from './columns.ts';
import { externalId, splitCount } from './records.ts';
import { clientId, tenantPolicies } from './tenant.ts';

// The tables that grow. No other table refers to their rows, so the sender's name is their only key. Days are
// days in the client's time zone, as sent. Rates are percentages, 0–100.

interface PageViews {
  path: string;
  pageviews: number;
}

interface ChannelSessions {
  channel: string;
  sessions: number;
}

/** A day of a website from one analytics source: visits that another source counts are the same visits. */
export const websiteDaily = pgTable(
  'website_daily',
  {
    clientId: clientId(),
    externalId: externalId(),
    date: date().notNull(),
    source: text().notNull(),
    users: integer().notNull(),
    sessions: integer().notNull(),
    pageviews: integer().notNull(),
    bounceRate: doublePrecision().notNull(),
    avgSessionSeconds: doublePrecision().notNull(),
    conversions: splitCount(),
    topPages: jsonb().$type<PageViews[]>(),
    channels: jsonb().$type<ChannelSessions[]>(),
    /** The time of the last change by its source. */
    updatedAt: updatedAt(),
  },
  (day) => [
    primaryKey({ columns: [day.clientId, day.externalId] }),
    // Reads go through it in parts of some rows: see db/row-parts.ts.
    index().on(day.clientId, day.date, day.externalId),
    ...tenantPolicies(),
  ],
);

/** Unique users of a period, as an analytics source counts them: those of its days are counted anew each day. */
export const websitePeriods = pgTable(
  'website_periods',
  {
    clientId: clientId(),
    externalId: externalId(),
    from: date().notNull(),
    to: date().notNull(),
    source: text().notNull(),
    users: integer().notNull(),
    updatedAt: updatedAt(),
  },
  (period) => [
    primaryKey({ columns: [period.clientId, period.externalId] }),
    index().on(period.clientId, period.to, period.from),
    ...tenantPolicies(),
  ],
);

/** Sessions that began in the hour after `at`. */
export const trafficHourly = pgTable(
  'traffic_hourly',
  {
    clientId: clientId(),
    externalId: externalId(),
    at: moment().notNull(),
    sessions: integer().notNull(),
    /** The analytics source that counted them; null for whatever source is primary. */
    reportedBy: text(),
    updatedAt: updatedAt(),
  },
  (hour) => [
    primaryKey({ columns: [hour.clientId, hour.externalId] }),
    index().on(hour.clientId, hour.at),
    ...tenantPolicies(),
  ],
);

/** The traffic sources of a day. */
export const trafficSources = pgTable(
  'traffic_sources',
  {
    clientId: clientId(),
    externalId: externalId(),
    date: date().notNull(),
    source: text().notNull(),
    medium: text().notNull(),
    sessions: integer().notNull(),
    users: integer().notNull(),
    conversions: splitCount(),
    isAiAssistant: boolean().notNull(),
    /** The analytics source that counted them; null for whatever source is primary. */
    reportedBy: text(),
    updatedAt: updatedAt(),
  },
  (day) => [
    primaryKey({ columns: [day.clientId, day.externalId] }),
    index().on(day.clientId, day.date),
    ...tenantPolicies(),
  ],
);

/** A day of a content page. `pageId` may be unknown: readers join it with the client's pages. */
export const pagePerformance = pgTable(
  'page_performance',
  {
    clientId: clientId(),
    externalId: externalId(),
    pageId: uuid().notNull(),
    date: date().notNull(),
    views: integer().notNull(),
    engagementRate: doublePrecision().notNull(),
    avgTimeOnPageSeconds: doublePrecision().notNull(),
    conversions: splitCount(),
    citations: integer(),
    scoreBefore: doublePrecision(),
    scoreAfter: doublePrecision(),
    /** Where the page is. */
    url: text(),
    updatedAt: updatedAt(),
  },
  (day) => [
    primaryKey({ columns: [day.clientId, day.externalId] }),
    index().on(day.clientId, day.date),
    index().on(day.clientId, day.pageId, day.date),
    index('page_performance_url').on(day.clientId, day.pageId, day.date).where(sql`url is not null`),
    ...tenantPolicies(),
  ],
);
