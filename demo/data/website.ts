import type { TenantDb } from '../../db/handles.ts';
import { trafficHourly, trafficSources, websiteDaily, websitePeriods } from '../../db/schema/index.ts';
import { daysAgo, weekday } from './calendar.ts';
import { chance, split, wobble } from './chance.ts';
import { demoHours, WEEK } from './hours.ts';
import type { Demo } from './organization.ts';

const DAYS = 400;
const DAYS_BY_SOURCE = 190;
const DAYS_OF_SECOND = 80;

/** The tool that counts the visits of the website; a second one counts some of them again. */
export const ANALYTICS = 'google_analytics';

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
    source: ANALYTICS,
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

/** The same website, counted by a second tool for the last months, without visitors who refuse cookies. */
function secondRow(day: Day) {
  const { date, ago } = day;
  const share = 0.86 + 0.03 * wobble(ago * 37);
  const first = websiteRow(day);
  const sessions = Math.round(first.sessions * share);
  return {
    ...first,
    // As the connection of the demo names what it brings.
    externalId: `connection:plausible:${date}`,
    source: 'plausible',
    users: Math.round(first.users * share),
    sessions,
    pageviews: Math.round(first.pageviews * share),
    conversions: 0,
    topPages: null,
    channels: null,
  };
}

/** The days that the second tool has counted, newest first, in parts. */
export const secondTool = (now: Date) =>
  Array.from({ length: DAYS_OF_SECOND }, (_, ago) => dayOf(daysAgo(now, ago + 1), ago)).map((day) => {
    const { date, sessions, users, pageviews, bounceRate } = secondRow(day);
    const bySource = split(
      sessions,
      day.bySource.map((row) => row.sessions),
    );
    const byPage = split(
      pageviews,
      PAGES.map(([, weight]) => weight),
    );
    return {
      date,
      sessions,
      users,
      pageviews,
      bounceRate,
      pages: PAGES.map(([path], n) => ({ path, pageviews: byPage[n] ?? 0 })),
      sources: day.bySource.map(({ source, channel }, n) => ({ source, channel, sessions: bySource[n] ?? 0 })),
    };
  });

/** The traffic sources of a day, with matching session totals. */
const sourceRows = ({ date, bySource }: Day) =>
  bySource
    .filter((row) => row.sessions > 0)
    .map(({ channel, ...row }) => ({
      externalId: `demo-source-${row.source}-${row.medium}-${date}`,
      date,
      ...row,
      isAiAssistant: channel === 'AI assistants',
      reportedBy: ANALYTICS,
    }));

/** Periods whose unique users are known, and those before them: people come on several days. */
const PERIODS = [7, 30, 90];

const periodRows = (now: Date, days: ReturnType<typeof websiteRow>[]) =>
  PERIODS.flatMap((length) =>
    [0, length].map((since) => {
      const [from, to] = [daysAgo(now, since + length), daysAgo(now, since + 1)];
      const users = sum(days.filter(({ date }) => date >= from && date <= to).map((day) => day.users));
      const each = 1 / (1 + 0.16 * Math.log(length));
      return { externalId: `demo-users-${from}-${to}`, from, to, source: ANALYTICS, users: Math.round(users * each) };
    }),
  );

/** Seeds a growing website: 400 days, the last half year by source, the last weeks by hour. */
export function demoWebsite(now: Date) {
  const days = Array.from({ length: DAYS }, (_, ago) => dayOf(daysAgo(now, ago + 1), ago));
  const daily = days.map(websiteRow);
  return {
    daily: [...daily, ...days.slice(0, DAYS_OF_SECOND).map(secondRow)],
    periods: periodRows(now, daily),
    sources: days.slice(0, DAYS_BY_SOURCE).flatMap(sourceRows),
    hourly: demoHours(now).map((hour) => ({ ...hour, reportedBy: ANALYTICS })),
  };
}

const AT_ONCE = 1000;

export async function seedWebsite(db: TenantDb, { clientId, now }: Demo) {
  const { daily, periods, sources, hourly } = demoWebsite(now);
  const mine = <Row>(rows: Row[]) => rows.map((row) => ({ clientId, ...row }));
  await db.insert(websiteDaily).values(mine(daily));
  await db.insert(websitePeriods).values(mine(periods));
  await db.insert(trafficHourly).values(mine(hourly));
  // A statement has at most 65,534 parameters.
  for (let from = 0; from < sources.length; from += AT_ONCE)
    await db.insert(trafficSources).values(mine(sources.slice(from, from + AT_ONCE)));
}
