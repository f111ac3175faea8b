import { z } from 'zod';
import { type DayRange, todayIn } from '../../values/days.ts';
import { hasOffset, zonedHour } from '../../values/zoned-hour.ts';
import { problemOfStatus } from '../ask-source.ts';
import { SourceFailure } from '../problems.ts';
import type { Kind, SourceAccess } from './kind.ts';
import { ApiKey, SiteId, ToolUrl } from './needs.ts';
import { byDay, fromNewest, quietDay, websiteRecords } from './website-day.ts';

// Stats API v2: https://plausible.io/docs/stats-api

const KIND = 'plausible';
const PAGE = 2000;
const MOST_PAGES = 20;

const Answer = z.object({
  results: z.array(z.object({ metrics: z.array(z.number().nullable()), dimensions: z.array(z.string().nullable()) })),
  // The first and last moment, with the offset of the site.
  query: z.object({ date_range: z.array(z.string()).optional().catch(undefined) }).optional(),
});

interface Query {
  metrics: string[];
  dimensions?: string[];
  date_range: string | [string, string];
  order_by?: [string, 'asc' | 'desc'][];
}

/** Sends one query. Plausible tells an unknown site and a wrong key apart by no status: both are 401. */
async function ask({ ask: call, url, property, credential }: SourceAccess, query: Query & { pagination?: object }) {
  const target = new URL('api/v2/query', url ?? 'https://plausible.io/');
  const { status, json } = await call({
    url: target,
    headers: { authorization: `Bearer ${credential}` },
    body: { site_id: property, ...query },
  });
  if (status !== 200) throw new SourceFailure(status === 402 ? 'property_missing' : problemOfStatus(status));
  const { data } = Answer.safeParse(json);
  if (!data) throw new SourceFailure('strange_answer');
  return data;
}

/** All rows of a query, page by page. */
async function rowsOf(access: SourceAccess, query: Query, mostPages = MOST_PAGES) {
  const rows = [];
  for (let page = 0; page < mostPages; page++) {
    const { results } = await ask(access, { ...query, pagination: { limit: PAGE, offset: page * PAGE } });
    rows.push(
      ...results.map(({ metrics, dimensions }) => ({
        metrics: metrics.map((metric) => metric ?? 0),
        dimensions: dimensions.map((dimension) => dimension ?? ''),
        date: dimensions[0]?.slice(0, 10) ?? '',
      })),
    );
    if (results.length < PAGE) break;
  }
  return rows;
}

/** The time zone of the site: the organization's where its clocks show the same, else the offset that is named. */
function zoneOf({ timezone }: SourceAccess, range: string[] | undefined) {
  const [from = '', to = ''] = range ?? [];
  const offsets = [from, to].map((moment) => /[+-]\d\d:\d\d$/.exec(moment)?.[0] ?? '');
  const [first, last] = offsets;
  if (!first || !last) return timezone;
  const isSame = hasOffset(timezone, from.slice(0, 10), first) && hasOffset(timezone, to.slice(0, 10), last);
  return isSame ? timezone : first;
}

const largestFirst = (metric: string): { order_by: [string, 'desc'][] } => ({ order_by: [[metric, 'desc']] });

async function readDays(access: SourceAccess, { from, to }: DayRange) {
  const date_range: [string, string] = [from, to];
  const totals = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'];
  const { query } = await ask(access, { metrics: ['visitors'], date_range });
  const zone = zoneOf(access, query?.date_range);
  const days = await rowsOf(access, { metrics: totals, dimensions: ['time:day'], date_range });
  const goals = byDay(
    await rowsOf(access, { metrics: ['events'], dimensions: ['time:day', 'event:goal'], date_range }),
  );
  const pages = byDay(
    await rowsOf(
      access,
      { metrics: ['pageviews'], dimensions: ['time:day', 'event:page'], date_range, ...largestFirst('pageviews') },
      1,
    ),
  );
  const traffic = byDay(
    await rowsOf(access, {
      metrics: ['visits', 'visitors'],
      dimensions: ['time:day', 'visit:source', 'visit:channel'],
      date_range,
      ...largestFirst('visits'),
    }),
  );
  const hours = byDay(await rowsOf(access, { metrics: ['visits'], dimensions: ['time:hour'], date_range }));

  return days.map(({ date, metrics }) => {
    const [users = 0, sessions = 0, pageviews = 0, bounceRate = 0, avgSessionSeconds = 0] = metrics;
    const sources = (traffic.get(date) ?? []).map(({ dimensions: [, source = '', channel = ''], metrics }) => ({
      source: source || 'Direct / None',
      medium: channel,
      sessions: metrics[0] ?? 0,
      users: metrics[1] ?? 0,
      conversions: 0,
    }));
    const channels = Map.groupBy(sources, ({ medium }) => medium);
    return websiteRecords(KIND, {
      date,
      users,
      sessions,
      pageviews,
      bounceRate,
      avgSessionSeconds,
      sources,
      conversions: sum((goals.get(date) ?? []).map(({ metrics: [events = 0] }) => events)),
      topPages: (pages.get(date) ?? []).map(({ dimensions: [, path = ''], metrics: [views = 0] }) => ({
        path,
        pageviews: views,
      })),
      channels: [...channels].map(([channel, of]) => ({ channel, sessions: sum(of.map((one) => one.sessions)) })),
      hours: (hours.get(date) ?? []).map(({ dimensions: [hour = ''], metrics: [sessions = 0] }) => ({
        at: zonedHour(hour.slice(0, 13).replace(' ', 'T'), zone),
        sessions,
      })),
    });
  });
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

export const plausible: Kind = {
  tool: 'Plausible',
  needs: z
    .object({ url: ToolUrl.default('https://plausible.io/'), siteId: SiteId, apiKey: ApiKey })
    .transform(({ url, siteId, apiKey }) => ({ url, property: siteId, credential: apiKey })),
  async prove(access) {
    await ask(access, { metrics: ['visitors'], date_range: 'day' });
    return access.property;
  },
  async today(access) {
    const { query } = await ask(access, { metrics: ['visitors'], date_range: 'day' });
    return query?.date_range?.[0]?.slice(0, 10) ?? todayIn(access.timezone);
  },
  readDays: (access, days) => fromNewest(days, (part) => readDays(access, part)),
  async readUsers(access, { from, to }) {
    const { results } = await ask(access, { metrics: ['visitors'], date_range: [from, to] });
    return results[0]?.metrics[0] ?? 0;
  },
  emptyDay: (date) => quietDay(KIND, date),
};
