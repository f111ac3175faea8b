import { type DayRange, plusDays } from '../../values/days.ts';
import type { SourceDay, SourceRecord } from './kind.ts';

/** A day of a website, as every analytics tool can tell it. Rates are percentages. */
export interface WebsiteDay {
  date: string;
  users: number;
  sessions: number;
  pageviews: number;
  bounceRate: number;
  avgSessionSeconds: number;
  conversions: number;
  topPages?: { path: string; pageviews: number }[];
  channels?: { channel: string; sessions: number }[];
  sources?: TrafficRow[];
  /** By the start of the hour, ISO 8601 with an offset. */
  hours?: { at: string; sessions: number }[];
}

interface TrafficRow {
  source: string;
  medium: string;
  sessions: number;
  users: number;
  conversions: number;
}

/** How much of a day is kept: its largest pages, channels and traffic sources. */
const MOST = { pages: 50, channels: 50, sources: 200 };

const ASSISTANTS =
  /(^|[^a-z])(chat-?gpt|openai|perplexity|claude|gemini|bard|copilot|mistral|deepseek|grok|you\.com|phind|meta\.ai)([^a-z]|$)/i;

/** Whether visits from a traffic source were sent by an AI assistant. */
const isAiAssistant = (source: string) => ASSISTANTS.test(source);

const label = (text: string, missing: string) => text.trim().slice(0, 200) || missing;
const percent = (value: number) => Math.min(100, Math.max(0, value));

/** The prefix of the external ids of what a connection of a kind brings. */
export const idPrefix = (kind: string) => `connection:${kind}:`;

const largest = <Row>(rows: Row[] = [], size: (row: Row) => number, most: number) =>
  rows.toSorted((one, other) => size(other) - size(one)).slice(0, most);

/** Sums rows of one traffic source that a tool tells apart by what the portal does not keep. */
function bySource(rows: TrafficRow[] = []): TrafficRow[] {
  const sums = new Map<string, TrafficRow>();
  for (const row of rows) {
    const [source, medium] = [label(row.source, '(not set)'), label(row.medium, '(not set)')];
    const key = JSON.stringify([source, medium]);
    const sum = sums.get(key) ?? { source, medium, sessions: 0, users: 0, conversions: 0 };
    sum.sessions += row.sessions;
    sum.users += row.users;
    sum.conversions += row.conversions;
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** A short id for texts that may be longer than an external id. */
const sourceId = ({ source, medium }: TrafficRow) => `${source.slice(0, 70)}/${medium.slice(0, 70)}`;

/** The records of a day of a website, reported by a kind of connection. */
export function websiteRecords(kind: string, day: WebsiteDay): SourceDay {
  const { date, topPages = [], channels = [], sources, hours = [], ...figures } = day;
  const id = (...parts: string[]) => idPrefix(kind) + parts.join(':');
  const daily: SourceRecord = {
    type: 'website_daily',
    externalId: id(date),
    data: {
      ...figures,
      date,
      source: kind,
      bounceRate: percent(day.bounceRate),
      avgSessionSeconds: Math.min(86_400, Math.max(0, day.avgSessionSeconds)),
      topPages: largest(topPages, (page) => page.pageviews, MOST.pages).map((page) => ({
        path: page.path.slice(0, 2048) || '/',
        pageviews: page.pageviews,
      })),
      channels: largest(channels, (one) => one.sessions, MOST.channels).map((one) => ({
        channel: label(one.channel, '(not set)'),
        sessions: one.sessions,
      })),
    },
  };
  const traffic = largest(bySource(sources), (row) => row.sessions, MOST.sources).map((row) => ({
    type: 'traffic_source',
    externalId: id(date, sourceId(row)),
    data: { date, ...row, isAiAssistant: isAiAssistant(row.source), reportedBy: kind },
  }));
  const hourly = hours.map(({ at, sessions }) => ({
    type: 'traffic_hourly',
    externalId: id(new Date(at).toISOString()),
    data: { at, sessions, reportedBy: kind },
  }));
  return { date, records: [daily, ...traffic, ...hourly] };
}

/** A day of a website without a visit. */
export const quietDay = (kind: string, date: string): SourceDay =>
  websiteRecords(kind, {
    date,
    users: 0,
    sessions: 0,
    pageviews: 0,
    bounceRate: 0,
    avgSessionSeconds: 0,
    conversions: 0,
  });

/** Days that a tool tells together, at most. */
const TOGETHER = 8;

/** Reads days that a tool tells together, some at a time, newest first: those before a failure are kept. */
export async function* fromNewest({ from, to }: DayRange, read: (days: DayRange) => Promise<SourceDay[]>) {
  for (let last = to; last >= from; last = plusDays(last, -TOGETHER)) {
    const first = plusDays(last, 1 - TOGETHER);
    const days = await read({ from: first > from ? first : from, to: last });
    yield* days.toSorted((one, other) => other.date.localeCompare(one.date));
  }
}

/** Rows of days by their day. */
export const byDay = <Row extends { date: string }>(rows: Row[]) => Map.groupBy(rows, ({ date }) => date);
