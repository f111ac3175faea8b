import { z } from 'zod';
import type { DataLimit } from '../../values/data-limits.ts';
import { type DayRange, plusDays, todayIn } from '../../values/days.ts';
import { zonedHour } from '../../values/zoned-hour.ts';
import { askGoogle, googleUrl } from '../google/ask-google.ts';
import { googleNeeds } from '../google/needs.ts';
import { SourceFailure } from '../problems.ts';
import type { Kind, SourceAccess, SourceDay } from './kind.ts';
import { byDay, fromNewest, quietDay, websiteRecords } from './website-day.ts';

// Google Analytics Data API v1: https://developers.google.com/analytics/devguides/reporting/data/v1

const KIND = 'google_analytics';
const PAGE = 10_000;
const MOST_PAGES = 10;

const Value = z.object({ value: z.string().default('') });
const Report = z.object({
  rows: z
    .array(z.object({ dimensionValues: z.array(Value).default([]), metricValues: z.array(Value).default([]) }))
    .default([]),
  rowCount: z.number().default(0),
  metadata: z
    .object({
      timeZone: z.string().optional(),
      samplingMetadatas: z.array(z.unknown()).optional(),
      subjectToThresholding: z.boolean().optional(),
      dataLossFromOtherRow: z.boolean().optional(),
    })
    .default({}),
});

interface Query {
  dimensions?: string[];
  metrics: string[];
  /** The metric by which the largest come first. */
  largest?: string;
}

/** Reports one page of rows. */
async function report(access: SourceAccess, { from, to }: DayRange, query: Query, offset = 0) {
  const path = `/v1beta/${access.property}:runReport`;
  const body = {
    dateRanges: [{ startDate: from, endDate: to }],
    dimensions: (query.dimensions ?? []).map((name) => ({ name })),
    metrics: query.metrics.map((name) => ({ name })),
    ...(query.largest && { orderBys: [{ metric: { metricName: query.largest }, desc: true }] }),
    limit: String(PAGE),
    offset: String(offset),
  };
  const { data } = Report.safeParse(
    await askGoogle(access, KIND, googleUrl(access, 'analyticsdata.googleapis.com', path), body),
  );
  if (!data) throw new SourceFailure('strange_answer');
  return data;
}

/** How Google says that it limits the figures of a report. */
const limitsOf = ({
  samplingMetadatas,
  subjectToThresholding,
  dataLossFromOtherRow,
}: z.infer<typeof Report>['metadata']) => [
  ...(samplingMetadatas?.length ? (['sampled'] as const) : []),
  ...(subjectToThresholding ? (['thresholded'] as const) : []),
  ...(dataLossFromOtherRow ? (['other_row'] as const) : []),
];

/** `20260215` or `2026021514` as the day. */
const dayOf = (text: string) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;

/** All rows of a report whose first dimension is a day or an hour; adds what Google says of them to the limits. */
async function rowsOf(access: SourceAccess, range: DayRange, limits: Set<DataLimit>, query: Query, mostPages: number) {
  const rows = [];
  for (let page = 0; page < mostPages; page++) {
    const { rows: found, rowCount, metadata } = await report(access, range, query, page * PAGE);
    for (const limit of limitsOf(metadata)) limits.add(limit);
    for (const { dimensionValues, metricValues } of found) {
      const dimensions = dimensionValues.map(({ value }) => value);
      rows.push({
        date: dayOf(dimensions[0] ?? ''),
        dimensions,
        metrics: metricValues.map(({ value }) => Number(value) || 0),
      });
    }
    if (found.length === 0 || rows.length >= rowCount) break;
  }
  return rows;
}

const TOTALS = ['activeUsers', 'sessions', 'screenPageViews', 'bounceRate', 'averageSessionDuration', 'keyEvents'];

async function readDays(access: SourceAccess, range: DayRange): Promise<SourceDay[]> {
  const { metadata } = await report(access, range, { metrics: ['sessions'] });
  const zone = metadata.timeZone ?? access.timezone;
  const limits = new Set<DataLimit>();
  const rows = (query: Query, mostPages = MOST_PAGES) => rowsOf(access, range, limits, query, mostPages);
  const days = await rows({ dimensions: ['date'], metrics: TOTALS });
  const traffic = { dimensions: ['date', 'sessionSource', 'sessionMedium'], largest: 'sessions' };
  const sources = byDay(await rows({ ...traffic, metrics: ['sessions', 'activeUsers', 'keyEvents'] }));
  const channels = byDay(await rows({ dimensions: ['date', 'sessionDefaultChannelGroup'], metrics: ['sessions'] }));
  const views = { dimensions: ['date', 'pagePath'], metrics: ['screenPageViews'], largest: 'screenPageViews' };
  const pages = byDay(await rows(views, 1));
  const hours = byDay(await rows({ dimensions: ['dateHour'], metrics: ['sessions'] }));

  return days.map(({ date, metrics }) => {
    const [users = 0, sessions = 0, pageviews = 0, bounces = 0, avgSessionSeconds = 0, conversions = 0] = metrics;
    const day = websiteRecords(KIND, {
      date,
      users,
      sessions,
      pageviews,
      // Google says fractions.
      bounceRate: bounces * 100,
      avgSessionSeconds,
      conversions,
      topPages: (pages.get(date) ?? []).map(({ dimensions: [, path = ''], metrics: [count = 0] }) => ({
        path,
        pageviews: count,
      })),
      channels: (channels.get(date) ?? []).map(({ dimensions: [, channel = ''], metrics: [count = 0] }) => ({
        channel,
        sessions: count,
      })),
      sources: (sources.get(date) ?? []).map(({ dimensions: [, source = '', medium = ''], metrics: counts }) => ({
        source,
        medium,
        sessions: counts[0] ?? 0,
        users: counts[1] ?? 0,
        conversions: counts[2] ?? 0,
      })),
      hours: (hours.get(date) ?? []).map(({ dimensions: [hour = ''], metrics: [count = 0] }) => ({
        at: zonedHour(`${date}T${hour.slice(8, 10)}`, zone),
        sessions: count,
      })),
    });
    return { ...day, limits: [...limits] };
  });
}

/** Today by the clock of the property. */
async function today(access: SourceAccess) {
  const day = todayIn(access.timezone);
  const { metadata } = await report(access, { from: plusDays(day, -1), to: day }, { metrics: ['sessions'] });
  return todayIn(metadata.timeZone ?? access.timezone);
}

const Property = z
  .string('must be set')
  .regex(/^(properties\/)?\d{1,20}$/, 'must be the number of a property, such as 123456789')
  .transform((text) => (text.startsWith('properties/') ? text : `properties/${text}`));

export const googleAnalytics: Kind = {
  tool: 'Google Analytics',
  needs: googleNeeds(Property),
  async prove(access) {
    await today(access);
    return `Google Analytics ${access.property.replace('properties/', '')}`;
  },
  today,
  readDays: (access, days) => fromNewest(days, (part) => readDays(access, part)),
  async readUsers(access, period) {
    const { rows } = await report(access, period, { metrics: ['activeUsers'] });
    return Number(rows[0]?.metricValues[0]?.value ?? 0);
  },
  emptyDay: (date) => quietDay(KIND, date),
};
