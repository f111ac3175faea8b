import { z } from 'zod';
import { Period, Timestamp } from '../shapes.ts';

const users = z.number().meta({ description: 'Number of users.', example: 1184 });
const sessions = z.number().meta({ description: 'Number of sessions.', example: 1532 });
const pageviews = z.number().meta({ description: 'Number of page views.', example: 4210 });

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
  status: z.enum(['connected', 'stale']).describe('Stale if the latest day reported is more than three days ago.'),
  lastSyncAt: Timestamp.describe('Time of the latest report.'),
});

export const WebsiteAnalytics = z
  .object({
    period: Period.describe('The period covered.'),
    totals: Totals.describe('Totals of the period.'),
    comparison: Totals.describe('Totals of the period of equal length before it.'),
    series: z.array(TrafficDay).describe('Traffic by day, oldest first. Days without data are left out.'),
    topPages: z.array(TopPage).describe('The 20 pages with the most views.'),
    channels: z.array(Channel).describe('The 20 channels with the most sessions.'),
    connectedSources: z.array(ConnectedSource).describe('Sources with data in the last 366 days.'),
    asOf: Timestamp.nullable().describe('Time of the latest report of any source; null without sources.'),
  })
  .meta({ id: 'WebsiteAnalytics', description: 'Traffic of the website in a period.' });
