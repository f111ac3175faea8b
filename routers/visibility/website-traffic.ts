import { z } from 'zod';
import { DataLimits } from '../values/data-limits.ts';
import { Period, Timestamp } from '../values/shapes.ts';

const users = z.number().meta({ description: 'Number of users.', example: 1184 });
const sessions = z.number().meta({ description: 'Number of sessions.', example: 1532 });
const pageviews = z.number().meta({ description: 'Number of page views.', example: 4210 });

const usersBasis = z.enum(['period', 'daily_sum']);

const Totals = z.object({
  users,
  sessions,
  pageviews,
  bounceRate: z
    .number()
    .nullable()
    .meta({ description: 'Share of sessions with one page view, in percent; null without sessions.', example: 41.7 }),
  avgSessionSeconds: z
    .number()
    .nullable()
    .meta({ description: 'Mean session duration in seconds; null without sessions.', example: 96.4 }),
  conversions: z.number().meta({ description: 'Number of conversions, such as bookings.', example: 48 }),
});

const TrafficDay = z.object({
  date: z.iso.date().meta({ description: 'The day.', example: '2026-02-15' }),
  users,
  sessions,
  pageviews,
});

const TopPage = z.object({
  path: z.string().meta({ description: 'Path of the page.', example: '/services/implants' }),
  pageviews,
});

const Channel = z.object({
  channel: z.string().meta({ description: 'Name of the channel.', example: 'Organic search' }),
  sessions,
  share: z
    .number()
    .nullable()
    .meta({ description: 'Share of the sessions of the channels listed, in percent.', example: 44.8 }),
});

const ConnectedSource = z.object({
  source: z.string().meta({ description: 'Name of the source.', example: 'google_analytics' }),
  status: z
    .enum(['connected', 'reported', 'stale'])
    .describe(
      '`connected` where a connection of the portal brings it; else `reported`, or `stale` if the latest day is more than three days ago.',
    ),
  lastSyncAt: Timestamp.describe('Time of the latest report.'),
  dataLimits: DataLimits.describe('How the tool says that it limits its figures of the period.'),
  primary: z.boolean().describe('Whether the figures shown are those of this source.'),
  totals: z.object({ sessions, users, pageviews }).describe('What this source counts in the period.'),
});

export const WebsiteAnalytics = z
  .object({
    period: Period.describe('The period covered.'),
    usersBasis: usersBasis.describe(
      'What `totals.users` is: `period` for the unique users of the period, `daily_sum` for those of its days, counted anew each day.',
    ),
    comparisonUsersBasis: usersBasis.describe('The same of `comparison.users`.'),
    totals: Totals.describe('Totals of the period.'),
    comparison: Totals.describe(
      'Totals of the period before it: the calendar months before whole months, otherwise as many days.',
    ),
    series: z.array(TrafficDay).describe('Traffic by day, oldest first. Days without data are left out.'),
    topPages: z.array(TopPage).describe('The 20 pages with the most views.'),
    channels: z.array(Channel).describe('The 20 channels with the most sessions.'),
    connectedSources: z.array(ConnectedSource).describe('Sources with data in the last 366 days.'),
    asOf: Timestamp.nullable().describe('Time of the latest report of the primary source; null without one.'),
  })
  .meta({ id: 'WebsiteAnalytics', description: 'Traffic of the website in a period.' });
