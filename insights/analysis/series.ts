import type { InsightContext, Source } from '../wire.ts';

/** A figure that the context tells by month, and by platform or channel. */
export type SeriesName = (typeof SERIES)[number];

export interface NamedValue {
  name: string;
  value: number;
}

export interface Series {
  name: SeriesName;
  /**
   * Of the latest scan for the score, of all time for reviews, of the last 30 days for visits and web search; undefined
   * where nothing is recorded.
   */
  total: number | undefined;
  months: { month: string; value: number; parts: NamedValue[] }[];
  /** By platform or channel; users, conversions and web search are told by neither. */
  parts: NamedValue[];
}

const SERIES = ['score', 'reviews', 'rating', 'sessions', 'users', 'conversions', 'clicks', 'impressions'] as const;

export const isSeries = (topic: string): topic is SeriesName => SERIES.some((name) => name === topic);

/** The part of the answer's sources that a series is from: reviews, visits and web search are analytics. */
export const sourceOf = (name: SeriesName): Source => (name === 'score' ? 'visibility_scores' : 'analytics');

function ofReviews(name: 'reviews' | 'rating', { reviews }: InsightContext): Series {
  const isCount = name === 'reviews';
  const figureOf = ({ count, average }: { count: number; average: number }) => (isCount ? count : average);
  return {
    name,
    total: reviews && figureOf(reviews),
    months: (reviews?.by_month ?? []).map((row) => ({
      month: row.month,
      value: figureOf(row),
      parts: isCount ? (row.by_source ?? []).map(({ source, count }) => ({ name: source, value: count })) : [],
    })),
    parts: (reviews?.by_source ?? []).map((row) => ({ name: row.source, value: figureOf(row) })),
  };
}

/** A figure of the context with its months and parts. */
export function seriesOf(name: SeriesName, context: InsightContext): Series {
  if (name === 'score') {
    const { visibility } = context;
    const months = visibility?.by_month ?? [];
    return {
      name,
      total: visibility?.overall?.dynamic_score,
      months: months.map((row) => ({ month: row.month, value: row.dynamic_score, parts: [] })),
      parts: [],
    };
  }
  if (name === 'reviews' || name === 'rating') return ofReviews(name, context);
  if (name === 'clicks' || name === 'impressions') {
    const { search } = context;
    const months = search?.by_month ?? [];
    return {
      name,
      total: search?.[name],
      months: months.map((row) => ({ month: row.month, value: row[name], parts: [] })),
      parts: [],
    };
  }
  const { analytics, traffic } = context;
  const recorded = analytics.sessions + analytics.users + analytics.pageviews > 0;
  const channels = traffic?.by_channel ?? [];
  return {
    name,
    total: recorded ? analytics[name] : undefined,
    months: (traffic?.by_month ?? []).map((row) => ({ month: row.month, value: row[name], parts: [] })),
    parts: name === 'sessions' ? channels.map(({ channel, sessions }) => ({ name: channel, value: sessions })) : [],
  };
}
