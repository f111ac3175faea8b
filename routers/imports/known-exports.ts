import { normalized } from './field-names.ts';

/** The tools whose exports are read as they are. */
export const KNOWN_EXPORTS = ['google_analytics', 'search_console', 'google_reviews', 'plausible'] as const;
export type KnownExport = (typeof KNOWN_EXPORTS)[number];

/** What an export says besides its rows. */
interface About {
  headers: readonly string[];
  comments: readonly string[];
}

/** Which tool has written a file, by its columns and the comments above them. */
export function recognize(type: string, { headers, comments }: About): KnownExport | null {
  const names = new Set(headers.map(normalized));
  const has = (...all: string[]) => all.every((name) => names.has(name));
  if (type === 'search_daily')
    return has('clicks', 'impressions', 'ctr') || has('klicks', 'impressionen', 'ctr') ? 'search_console' : null;
  if (type === 'review') return has('starrating') || has('reviewer', 'rating') ? 'google_reviews' : null;
  if (type !== 'website_daily' && type !== 'traffic_source') return null;
  if (has('visitors') && (has('visitduration') || has('bounces') || has('bouncerate'))) return 'plausible';
  const isGoogle = comments.length > 0 || has('activeusers') || has('aktivenutzer') || has('sessionsourcemedium');
  return isGoogle ? 'google_analytics' : null;
}

const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'];

/** The cells of a row by their normalized header. */
export type NamedCells = ReadonlyMap<string, string>;

type Data = Record<string, unknown>;

const numberIn = (cells: NamedCells, name: string) => {
  const cell = cells.get(name)?.replace('%', '').trim();
  return cell ? Number(cell) : undefined;
};

const tenth = (value: number) => Math.round(value * 10) / 10;

/** Rates in exports of Google Analytics are fractions. */
const percentOf = (fraction: number | undefined) =>
  fraction === undefined ? undefined : tenth(fraction <= 1 ? fraction * 100 : fraction);

/** The start of the period in a comment such as `# Start date: 20260101`. */
function startIn(comments: readonly string[]): string | undefined {
  const [found] = comments.flatMap((line) => /^#\s*(?:start date|startdatum)\s*:\s*(\d{8})/i.exec(line)?.[1] ?? []);
  return found && `${found.slice(0, 4)}-${found.slice(4, 6)}-${found.slice(6)}`;
}

const DAY = 86_400_000;
const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

const ASSISTANTS =
  /(^|\.)(chatgpt\.com|chat\.openai\.com|openai|perplexity(\.ai)?|gemini\.google\.com|copilot\.microsoft\.com|claude\.ai)$/i;

function googleAnalytics(type: string, data: Data, cells: NamedCells, comments: readonly string[]): Data {
  const start = startIn(comments);
  const nth = cells.get('nthday') ?? cells.get('ntertag');
  const date = nth !== undefined && start && /^\d+$/.test(nth.trim()) ? plusDays(start, Number(nth)) : data.date;
  const conversions = data.conversions ?? 0;
  if (type === 'traffic_source') {
    const pair = cells.get('sessionsourcemedium') ?? cells.get('sourcemedium');
    const [source, medium] = pair ? pair.split(' / ') : [data.source, data.medium];
    const isAiAssistant = data.isAiAssistant ?? ASSISTANTS.test(String(source));
    return {
      ...data,
      date,
      source,
      medium,
      conversions,
      isAiAssistant,
      reportedBy: data.reportedBy ?? 'google_analytics',
    };
  }
  const engaged = percentOf(numberIn(cells, 'engagementrate'));
  const sent = typeof data.bounceRate === 'number' ? percentOf(data.bounceRate) : data.bounceRate;
  const bounceRate = sent ?? (engaged === undefined ? undefined : tenth(100 - engaged));
  return { ...data, date, conversions, bounceRate, source: data.source ?? 'google_analytics' };
}

function plausible(type: string, data: Data, cells: NamedCells): Data {
  const conversions = data.conversions ?? 0;
  if (type === 'traffic_source') {
    const isAiAssistant = data.isAiAssistant ?? ASSISTANTS.test(String(data.source));
    return {
      ...data,
      conversions,
      isAiAssistant,
      medium: data.medium ?? '(none)',
      reportedBy: data.reportedBy ?? 'plausible',
    };
  }
  const own = { ...data, conversions, source: data.source ?? 'plausible' };
  const [bounces, visits] = [numberIn(cells, 'bounces'), numberIn(cells, 'visits')];
  if (bounces === undefined || visits === undefined) return own;
  // The files of a whole account count bounces and add up durations; those of a page on the screen hold means.
  const mean = (sum: number) => (visits > 0 ? tenth(sum / visits) : 0);
  return { ...own, bounceRate: mean(bounces * 100), avgSessionSeconds: mean(numberIn(cells, 'visitduration') ?? 0) };
}

function googleReview(data: Data, cells: NamedCells): Data {
  const rating = STARS.indexOf(String(data.rating).trim().toUpperCase()) + 1 || data.rating;
  const reply = cells.get('reviewreply') ?? cells.get('reviewreplycomment') ?? cells.get('reply') ?? '';
  const responded = typeof data.responded === 'boolean' ? data.responded : reply.trim() !== '';
  return { ...data, rating, responded, source: data.source ?? 'google' };
}

/** The data of a row as the tool means it. */
export function adapted(
  tool: KnownExport,
  { type, data, cells, comments }: { type: string; data: Data; cells: NamedCells; comments: readonly string[] },
): Data {
  if (tool === 'google_analytics') return googleAnalytics(type, data, cells, comments);
  if (tool === 'plausible') return plausible(type, data, cells);
  return tool === 'google_reviews' ? googleReview(data, cells) : data;
}
