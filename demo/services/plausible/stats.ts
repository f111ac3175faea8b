import { localTime, offsetOf } from '../../data/local-time.ts';

/** A visit as Plausible counts it: visitors are told apart by day, since it keeps no cookie. */
export interface PlausibleVisit {
  visitor: string;
  /** ISO 8601, UTC. */
  at: string;
  source: string;
  channel: string;
  pages: string[];
  seconds: number;
  goals?: string[];
}

export interface StatsQuery {
  metrics: string[];
  date_range: string | [string, string];
  dimensions?: string[];
  order_by?: [string, 'asc' | 'desc'][];
  pagination?: { limit?: number; offset?: number };
}

interface Site {
  timezone: string;
  visits: PlausibleVisit[];
}

/** Something that happened: a page view, or a goal. A visit itself is one of neither. */
interface Seen {
  visit: PlausibleVisit;
  page?: string;
  goal?: string;
}

const locals = new WeakMap<PlausibleVisit, string>();

/** The time of a visit by the clock of the website, `2026-02-15 14:05:00`. */
function timeOf(visit: PlausibleVisit, timeZone: string) {
  const known = locals.get(visit) ?? localTime(new Date(visit.at), timeZone);
  locals.set(visit, known);
  return known;
}

const todayOf = (timeZone: string) => localTime(new Date(), timeZone).slice(0, 10);

const METRICS: Record<string, (seen: Seen[], visits: PlausibleVisit[]) => number> = {
  visitors: (_, visits) => new Set(visits.map(({ visitor, at }) => `${visitor} ${at.slice(0, 10)}`)).size,
  visits: (_, visits) => visits.length,
  pageviews: (seen) => seen.filter(({ page }) => page !== undefined).length,
  events: (seen) => seen.filter(({ page, goal }) => page !== undefined || goal !== undefined).length,
  bounce_rate: (_, visits) =>
    visits.length && Math.round((100 * visits.filter(({ pages }) => pages.length < 2).length) / visits.length),
  visit_duration: (_, visits) =>
    visits.length && Math.round(visits.reduce((all, { seconds }) => all + seconds, 0) / visits.length),
};

const DIMENSIONS: Record<string, (seen: Seen, timezone: string) => string | undefined> = {
  'time:day': ({ visit }, timezone) => timeOf(visit, timezone).slice(0, 10),
  'time:hour': ({ visit }, timezone) => `${timeOf(visit, timezone).slice(0, 13)}:00:00`,
  'event:page': ({ page }) => page,
  'event:goal': ({ goal }) => goal,
  'visit:source': ({ visit }) => visit.source,
  'visit:channel': ({ visit }) => visit.channel,
};

function named<Value>(table: Record<string, Value>, name: string): Value {
  const found = table[name];
  if (!found) throw new Error(`Invalid query: unknown "${name}"`);
  return found;
}

function rangeOf({ date_range }: StatsQuery, timezone: string): [string, string] {
  const today = todayOf(timezone);
  if (date_range === 'day') return [today, today];
  if (!Array.isArray(date_range)) throw new Error(`Invalid date_range '${date_range}'`);
  return date_range;
}

/** Answers a query of the Stats API v2 as documented, of its metrics and dimensions those that the portal asks for. */
export function answerQuery({ timezone, visits }: Site, query: StatsQuery) {
  const { metrics, dimensions = [], order_by: order = [], pagination = {} } = query;
  const [from, to] = rangeOf(query, timezone);
  const dayOf = (visit: PlausibleVisit) => timeOf(visit, timezone).slice(0, 10);
  const within = visits.filter((visit) => dayOf(visit) >= from && dayOf(visit) <= to);
  const seen = within.flatMap((visit): Seen[] => [
    { visit },
    ...visit.pages.map((page) => ({ visit, page })),
    ...(visit.goals ?? []).map((goal) => ({ visit, goal })),
  ]);
  const groups = Map.groupBy(seen, (one) => {
    const values = dimensions.map((name) => named(DIMENSIONS, name)(one, timezone));
    return values.includes(undefined) ? undefined : JSON.stringify(values);
  });
  groups.delete(undefined);
  if (dimensions.length === 0 && groups.size === 0) groups.set('[]', []);
  const rows = [...groups].map(([key = '[]', of]) => ({
    dimensions: JSON.parse(key) as string[],
    metrics: metrics.map((name) => named(METRICS, name)(of, [...new Set(of.map(({ visit }) => visit))])),
  }));
  rows.sort((one, other) => {
    for (const [name, direction] of order) {
      const at = metrics.indexOf(name);
      const difference = (one.metrics[at] ?? 0) - (other.metrics[at] ?? 0);
      if (difference !== 0) return direction === 'desc' ? -difference : difference;
    }
    return JSON.stringify(one.dimensions) < JSON.stringify(other.dimensions) ? -1 : 1;
  });
  const { limit = 10_000, offset = 0 } = pagination;
  const edge = (day: string, time: string) => `${day}T${time}${offsetOf(timezone, new Date(`${day}T12:00:00Z`))}`;
  return {
    results: rows.slice(offset, offset + limit),
    meta: {},
    query: { ...query, date_range: [edge(from, '00:00:00'), edge(to, '23:59:59')] },
  };
}
