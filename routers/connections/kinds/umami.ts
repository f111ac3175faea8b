import { z } from 'zod';
import { type DayRange, plusDays, todayIn } from '../../values/days.ts';
import { dayStartIn, zonedHour } from '../../values/zoned-hour.ts';
import { problemOfStatus } from '../ask-source.ts';
import { SourceFailure } from '../problems.ts';
import type { Kind, SourceAccess } from './kind.ts';
import { ApiKey, SiteId, ToolUrl } from './needs.ts';
import { quietDay, websiteRecords } from './website-day.ts';

// API of umami: https://docs.umami.is/docs/api. It counts in the time zone that is asked for: the organization's.

const KIND = 'umami';

/** A count, alone in newer versions and with the one of the period before in older ones. */
const Figure = z.union([z.number(), z.object({ value: z.number() }).transform(({ value }) => value)]);
const Stats = z.object({
  pageviews: Figure,
  visitors: Figure,
  visits: Figure,
  bounces: Figure,
  totaltime: Figure,
});
const Metrics = z.array(z.object({ x: z.string().nullable(), y: z.number() }));
const Series = z.object({ sessions: Metrics });

/** Calls a route of the website. A key of a cloud account is a header of its own; elsewhere it is a token. */
async function ask<Schema extends z.ZodType>(
  { ask: call, url, property, credential }: SourceAccess,
  schema: Schema,
  route: string,
  parameters: Record<string, string>,
): Promise<z.output<Schema>> {
  const target = new URL(`websites/${encodeURIComponent(property)}${route}`, url ?? undefined);
  target.search = new URLSearchParams(parameters).toString();
  const headers = { 'x-umami-api-key': credential, authorization: `Bearer ${credential}` };
  const { status, json } = await call({ url: target, headers });
  if (status !== 200) throw new SourceFailure(problemOfStatus(status));
  const { data } = schema.safeParse(json);
  if (data === undefined) throw new SourceFailure('strange_answer');
  return data;
}

const between = ({ timezone }: SourceAccess, { from, to }: DayRange) => ({
  startAt: String(Date.parse(dayStartIn(from, timezone))),
  endAt: String(Date.parse(dayStartIn(plusDays(to, 1), timezone)) - 1),
  timezone,
});

const metricsOf = (access: SourceAccess, day: DayRange, type: string) =>
  ask(access, Metrics, '/metrics', { ...between(access, day), type, limit: '100' });

/** Pages by views: `path` in version 3, `url` before. */
async function pagesOf(access: SourceAccess, day: DayRange) {
  try {
    return await metricsOf(access, day, 'path');
  } catch (failure) {
    if (!(failure instanceof SourceFailure) || failure.problem !== 'request_refused') throw failure;
    return metricsOf(access, day, 'url');
  }
}

/** The start of an hour, which newer versions write in UTC and older ones by the clock that was asked for. */
const hourOf = (text: string, timezone: string) =>
  text.endsWith('Z') ? `${text.slice(0, 13)}:00:00Z` : zonedHour(text.slice(0, 13).replace(' ', 'T'), timezone);

async function readDay(access: SourceAccess, date: string) {
  const day = { from: date, to: date };
  const stats = await ask(access, Stats, '/stats', between(access, day));
  if (stats.visits === 0 && stats.pageviews === 0) return undefined;
  const pages = await pagesOf(access, day);
  const referrers = await metricsOf(access, day, 'referrer');
  const events = await metricsOf(access, day, 'event');
  const { sessions } = await ask(access, Series, '/pageviews', { ...between(access, day), unit: 'hour' });
  return websiteRecords(KIND, {
    date,
    users: stats.visitors,
    sessions: stats.visits,
    pageviews: stats.pageviews,
    bounceRate: stats.visits > 0 ? (100 * Math.min(stats.visits, stats.bounces)) / stats.visits : 0,
    avgSessionSeconds: stats.visits > 0 ? stats.totaltime / stats.visits : 0,
    conversions: events.reduce((all, { y }) => all + y, 0),
    topPages: pages.map(({ x, y }) => ({ path: x ?? '/', pageviews: y })),
    // umami counts visitors of a referrer; it tells no visits.
    sources: referrers.map(({ x, y }) => ({
      source: x || '(direct)',
      medium: x ? 'referral' : '(none)',
      sessions: y,
      users: y,
      conversions: 0,
    })),
    hours: sessions.map(({ x, y }) => ({
      at: hourOf(x ?? `${date} 00`, access.timezone),
      sessions: y,
    })),
  });
}

export const umami: Kind = {
  tool: 'umami',
  needs: z
    .object({ url: ToolUrl.default('https://api.umami.is/v1/'), siteId: SiteId, apiKey: ApiKey })
    .transform(({ url, siteId, apiKey }) => ({
      // Of one's own server people name the address; its API lies below.
      url: /\/(api|v1)\/$/.test(url) ? url : `${url}api/`,
      property: siteId,
      credential: apiKey,
    })),
  async prove(access) {
    const day = todayIn(access.timezone);
    await ask(access, Stats, '/stats', between(access, { from: day, to: day }));
    return access.property;
  },
  today: async ({ timezone }) => todayIn(timezone),
  async *readDays(access, { from, to }) {
    for (let date = to; date >= from; date = plusDays(date, -1)) {
      const day = await readDay(access, date);
      if (day) yield day;
    }
  },
  async readUsers(access, period) {
    return (await ask(access, Stats, '/stats', between(access, period))).visitors;
  },
  emptyDay: (date) => quietDay(KIND, date),
};
