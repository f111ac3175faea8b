import type { TenantDb } from '../../db/handles.ts';
import { searchDaily } from '../../db/schema/index.ts';
import { type SearchRow, searchAnalytics } from '../services/google/search.ts';
import { daysAgo, weekday } from './calendar.ts';
import { split, wobble } from './chance.ts';
import { WEEK } from './hours.ts';
import type { Demo } from './organization.ts';

const DAYS = 190;
// Search engines report whole days two to three days late.
const LATE = 2;

const SITE = 'https://harborstreetdental.example';

// Impressions of a day, clicks in percent of them, and position, half a year ago and now; the page that most lead to.
const QUERIES = [
  ['harbor street dental', 46, 41, 44, 1.1, 1, '/'],
  ['dentist near me', 168, 3.1, 3.9, 6.8, 5.2, '/'],
  ['emergency dentist portland', 74, 4.4, 7.2, 5.9, 3.4, '/emergency'],
  ['dental implants cost', 131, 1.2, 2.1, 11.4, 8.1, '/services/implants'],
  ['teeth whitening portland', 58, 3.9, 3.1, 4.6, 5.7, '/services/whitening'],
  ['does a root canal hurt', 117, 2.6, 2.8, 7.3, 6.6, '/blog/does-a-root-canal-hurt'],
  ['clear aligners portland', 49, 1.9, 2.2, 9.8, 9.1, '/services'],
  ['dentist open saturday', 37, 4.8, 5.1, 4.1, 3.8, '/'],
  ['gum disease treatment', 44, 1.4, 1.6, 12.2, 10.9, '/services'],
  ['family dentist portland maine', 63, 5.6, 4.1, 3.2, 4.4, '/team'],
  ['dentist that takes delta dental', 29, 6.2, 6.4, 3.6, 3.5, '/insurance'],
  ['how long do implants last', 86, 0.8, 1.7, 13.5, 9.4, '/services/implants'],
] as const;

/** Where people land whose queries are too rare to be named, with weights. */
const PAGES = [
  ['/', 34],
  ['/services/implants', 17],
  ['/blog/does-a-root-canal-hurt', 13],
  ['/emergency', 12],
  ['/services/whitening', 9],
  ['/insurance', 6],
  ['/services', 5],
  ['/team', 4],
] as const;

/** Clicks and impressions of rare queries, as shares of those of the others. */
const RARE = { clicks: 0.3, impressions: 0.6 };

const between = (from: number, to: number, progress: number) => from + (to - from) * progress;
const tenth = (value: number) => Math.round(value * 10) / 10;
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

interface Figures {
  clicks: number;
  impressions: number;
  position: number;
}

/** A query of a day on the pages that it led to, with weights. */
function onPages(date: string, query: string, { clicks, impressions, position }: Figures, pages: [string, number][]) {
  const weights = pages.map(([, weight]) => weight);
  const [byClicks, byImpressions] = [split(clicks, weights), split(impressions, weights)];
  return pages.map(([path], n) => {
    const shown = byImpressions[n] ?? 0;
    return {
      date,
      query,
      page: `${SITE}${path}`,
      clicks: Math.min(shown, byClicks[n] ?? 0),
      impressions: shown,
      position: tenth(position + 0.4 * n),
    };
  });
}

/** A day in search results, by query and page, as a search engine counts it. */
function searchDay(now: Date, ago: number): SearchRow[] {
  const date = daysAgo(now, ago + LATE);
  const progress = 1 - ago / DAYS;
  const level = between(0.78, 1.1, progress) * (WEEK[weekday(date)] ?? 1);
  const named = QUERIES.map(([query, usual, rateBefore, rateNow, positionBefore, positionNow, path], n) => {
    const impressions = Math.round(usual * level * (1 + 0.18 * wobble(ago * 41 + n)));
    const rate = between(rateBefore, rateNow, progress) * (1 + 0.25 * wobble(ago * 43 + n));
    const clicks = Math.round((impressions * rate) / 100 + 0.4 * wobble(ago * 53 + n));
    const position = Math.max(1, between(positionBefore, positionNow, progress) + 0.5 * wobble(ago * 47 + n));
    return { query, path, impressions, position, clicks: Math.min(impressions, Math.max(0, clicks)) };
  });
  const shown = sum(named.map(({ impressions }) => impressions));
  const rare = {
    clicks: Math.round(RARE.clicks * sum(named.map(({ clicks }) => clicks))),
    impressions: Math.round(RARE.impressions * shown),
    position: sum(named.map(({ impressions, position }) => impressions * position)) / shown,
  };
  const other = (path: string) => (path === '/' ? '/services' : '/');
  return [
    ...named.flatMap(({ query, path, ...figures }) =>
      onPages(date, query, figures, [
        [path, 4],
        [other(path), 1],
      ]),
    ),
    ...onPages(
      date,
      '',
      rare,
      PAGES.map(([path, weight]) => [path, weight * (1 + 0.15 * wobble(ago * 59 + path.length))]),
    ),
  ];
}

const searchDays = (now: Date) => Array.from({ length: DAYS }, (_, ago) => searchDay(now, ago + 1));

/** The half year that Search Console has of the demo's website. */
export const searchRows = (now: Date) => searchDays(now).flat();

/** What Search Console answers of a day by its dimensions, as rows of the portal. */
function answered(cells: SearchRow[]) {
  const date = cells[0]?.date ?? '';
  const days = { startDate: date, endDate: date, dataState: 'all' };
  const by = (dimension: 'date' | 'query' | 'page') =>
    searchAnalytics(cells, { ...days, dimensions: [dimension] }).rows;
  const rows = [
    ...by('date').map((row) => ({ ...row, query: null, page: null })),
    ...by('query').map((row) => ({ ...row, query: row.keys[0] ?? null, page: null })),
    ...by('page').map((row) => ({ ...row, query: null, page: row.keys[0] ?? null })),
  ];
  return rows.map(({ keys: _, ctr: __, ...row }, n) => ({ externalId: `demo-search-${date}-${n}`, date, ...row }));
}

const AT_ONCE = 1000;

/** Seeds half a year in search results: some queries rise, others fall. */
export async function seedSearch(db: TenantDb, { clientId, now }: Demo) {
  const rows = searchDays(now).flatMap(answered);
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await db.insert(searchDaily).values(rows.slice(from, from + AT_ONCE).map((row) => ({ clientId, ...row })));
}
