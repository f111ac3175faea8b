import type { TenantDb } from '../handles.ts';
import { trafficHourly, trafficSources, websiteDaily } from '../schema/index.ts';
import { daysAgo, weekday } from './calendar.ts';
import { chance, split, wobble } from './chance.ts';
import { demoHours, WEEK } from './hours.ts';
import type { Demo } from './organization.ts';

const DAYS = 400;
const DAYS_BY_SOURCE = 190;

const PAGES = [
  ['/', 31],
  ['/services', 14],
  ['/book', 13],
  ['/services/implants', 9],
  ['/services/whitening', 8],
  ['/team', 7],
  ['/insurance', 6],
  ['/blog/does-a-root-canal-hurt', 5],
  ['/contact', 4],
  ['/emergency', 3],
] as const;

// Share of each traffic source a year ago and now, in per mille, and its booking rate, in percent.
const SOURCES = [
  ['google', 'organic', 'Organic search', 470, 405, 3.1],
  ['(direct)', '(none)', 'Direct', 198, 176, 3.4],
  ['google', 'cpc', 'Paid search', 118, 104, 4.2],
  ['google.com/maps', 'organic', 'Maps', 74, 86, 5.2],
  ['bing', 'organic', 'Organic search', 41, 38, 2.4],
  ['facebook.com', 'social', 'Social', 38, 27, 1.1],
  ['instagram.com', 'social', 'Social', 22, 31, 1.3],
  ['healthgrades.com', 'referral', 'Referral', 17, 19, 4.6],
  ['yelp.com', 'referral', 'Referral', 14, 11, 2.2],
  ['chatgpt.com', 'referral', 'AI assistants', 5, 58, 5.8],
  ['perplexity.ai', 'referral', 'AI assistants', 2, 19, 5.1],
  ['gemini.google.com', 'referral', 'AI assistants', 1, 16, 4.4],
  ['copilot.microsoft.com', 'referral', 'AI assistants', 0, 10, 3.9],
] as const;

const between = (from: number, to: number, progress: number) => from + (to - from) * progress;
const one = (value: number) => Math.round(value * 10) / 10;

/** A day of the website, consistent across its tables. `progress` goes from 0, a year ago, to 1, now. */
function dayOf(date: string, ago: number) {
  const progress = 1 - ago / DAYS;
  const holidays = /-12-2[4-6]|-01-01|-07-04/.test(date) ? 0.3 : 1;
  const level = between(96, 171, progress ** 1.3) * (WEEK[weekday(date)] ?? 1) * holidays;
  const sessions = Math.round(level * (1 + 0.09 * wobble(ago * 7 + 1)));
  const weights = SOURCES.map(
    ([, , , before, now], n) => between(before, now, progress ** 2) * (1 + 0.2 * wobble(ago * 13 + n)),
  );
  const bySource = split(sessions, weights).map((count, n) => {
    const [source, medium, channel, , , booking] = SOURCES[n] ?? SOURCES[0];
    // Chance rounds a fractional number of bookings up or down.
    const conversions = Math.floor((count * booking * between(0.75, 1.1, progress)) / 100 + chance(ago * 17 + n));
    return {
      source,
      medium,
      channel,
      sessions: count,
      users: Math.round(count * 0.86),
      conversions: Math.min(count, conversions),
    };
  });
  return { date, ago, progress, sessions, bySource };
}

type Day = ReturnType<typeof dayOf>;

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

function websiteRow({ date, ago, progress, sessions, bySource }: Day) {
  const pageviews = Math.round(sessions * (between(2.3, 2.8, progress) + 0.2 * wobble(ago * 19)));
  const byPage = split(
    pageviews,
    PAGES.map(([, weight], n) => weight * (1 + 0.15 * wobble(ago * 23 + n))),
  );
  const channels = Map.groupBy(bySource, ({ channel }) => channel);
  return {
    externalId: `demo-website-${date}`,
    date,
    source: 'hosting',
    users: sum(bySource.map(({ users }) => users)),
    sessions,
    pageviews,
    bounceRate: one(between(54, 43, progress) + 2.5 * wobble(ago * 29)),
    avgSessionSeconds: one(between(72, 98, progress) + 9 * wobble(ago * 31)),
    conversions: sum(bySource.map(({ conversions }) => conversions)),
    topPages: PAGES.map(([path], n) => ({ path, pageviews: byPage[n] ?? 0 })),
    channels: [...channels].map(([channel, of]) => ({ channel, sessions: sum(of.map(({ sessions }) => sessions)) })),
  };
}

/** The booking page, measured by the booking service. */
function bookingRow({ date, ago, progress, sessions }: Day) {
  const visits = Math.round(sessions * between(0.05, 0.09, progress));
  return {
    externalId: `demo-booking-${date}`,
    date,
    source: 'online booking',
    users: visits,
    sessions: visits,
    pageviews: visits + Math.round(visits * chance(ago * 37)),
    bounceRate: one(31 + 5 * wobble(ago * 41)),
    avgSessionSeconds: one(148 + 20 * wobble(ago * 43)),
    conversions: Math.round(visits * 0.22),
    topPages: [{ path: '/harbor-street-dental', pageviews: visits }],
    channels: [{ channel: 'Referral', sessions: visits }],
  };
}

/** The traffic sources of both, with matching session totals. */
function sourceRows(day: Day) {
  const { sessions, users, conversions } = bookingRow(day);
  const booking = { source: 'booking service', medium: 'referral', channel: 'Referral', sessions, users, conversions };
  const { date, bySource } = day;
  return [...bySource, booking]
    .filter((row) => row.sessions > 0)
    .map(({ channel, ...row }) => ({
      externalId: `demo-source-${row.source}-${row.medium}-${date}`,
      date,
      ...row,
      isAiAssistant: channel === 'AI assistants',
    }));
}

/** Seeds a growing website: 400 days, the last half year by source, the last weeks by hour. */
export function demoWebsite(now: Date) {
  const days = Array.from({ length: DAYS }, (_, ago) => dayOf(daysAgo(now, ago + 1), ago));
  return {
    daily: days.flatMap((day) => [websiteRow(day), bookingRow(day)]),
    sources: days.slice(0, DAYS_BY_SOURCE).flatMap(sourceRows),
    hourly: demoHours(now),
  };
}

const AT_ONCE = 1000;

export async function seedWebsite(db: TenantDb, { clientId, now }: Demo) {
  const { daily, sources, hourly } = demoWebsite(now);
  const mine = <Row>(rows: Row[]) => rows.map((row) => ({ clientId, ...row }));
  await db.insert(websiteDaily).values(mine(daily));
  await db.insert(trafficHourly).values(mine(hourly));
  // A statement has at most 65,534 parameters.
  for (let from = 0; from < sources.length; from += AT_ONCE)
    await db.insert(trafficSources).values(mine(sources.slice(from, from + AT_ONCE)));
}
