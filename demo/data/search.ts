import type { TenantDb } from '../../db/handles.ts';
import { searchDaily } from '../../db/schema/index.ts';
import { daysAgo, weekday } from './calendar.ts';
import { split, wobble } from './chance.ts';
import { WEEK } from './hours.ts';
import type { Demo } from './organization.ts';

const DAYS = 190;
// Search engines report whole days two to three days late.
const LATE = 2;

const SITE = 'https://harborstreetdental.example';

// Impressions of a day, clicks in percent of them, and position, half a year ago and now.
const QUERIES = [
  ['harbor street dental', 46, 41, 44, 1.1, 1],
  ['dentist near me', 168, 3.1, 3.9, 6.8, 5.2],
  ['emergency dentist portland', 74, 4.4, 7.2, 5.9, 3.4],
  ['dental implants cost', 131, 1.2, 2.1, 11.4, 8.1],
  ['teeth whitening portland', 58, 3.9, 3.1, 4.6, 5.7],
  ['does a root canal hurt', 117, 2.6, 2.8, 7.3, 6.6],
  ['clear aligners portland', 49, 1.9, 2.2, 9.8, 9.1],
  ['dentist open saturday', 37, 4.8, 5.1, 4.1, 3.8],
  ['gum disease treatment', 44, 1.4, 1.6, 12.2, 10.9],
  ['family dentist portland maine', 63, 5.6, 4.1, 3.2, 4.4],
  ['dentist that takes delta dental', 29, 6.2, 6.4, 3.6, 3.5],
  ['how long do implants last', 86, 0.8, 1.7, 13.5, 9.4],
] as const;

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

const between = (from: number, to: number, progress: number) => from + (to - from) * progress;
const tenth = (value: number) => Math.round(value * 10) / 10;

interface Figures {
  clicks: number;
  impressions: number;
  position: number;
}

function queriesOf(date: string, ago: number, progress: number) {
  const level = between(0.78, 1.1, progress) * (WEEK[weekday(date)] ?? 1);
  return QUERIES.map(([query, usual, rateBefore, rateNow, positionBefore, positionNow], n) => {
    const impressions = Math.round(usual * level * (1 + 0.18 * wobble(ago * 41 + n)));
    const rate = between(rateBefore, rateNow, progress) * (1 + 0.25 * wobble(ago * 43 + n));
    const position = between(positionBefore, positionNow, progress) + 0.5 * wobble(ago * 47 + n);
    const clicks = Math.min(impressions, Math.round((impressions * rate) / 100 + 0.4 * wobble(ago * 53 + n)));
    return { query, clicks: Math.max(0, clicks), impressions, position: tenth(Math.max(1, position)) };
  });
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

/** The total of a day, which counts rare queries too. */
function totalOf(queries: Figures[]): Figures {
  const shown = sum(queries.map(({ impressions }) => impressions));
  const clicks = sum(queries.map(({ clicks }) => clicks));
  const positions = sum(queries.map(({ impressions, position }) => impressions * position));
  return { clicks: Math.round(clicks * 1.3), impressions: Math.round(shown * 1.6), position: tenth(positions / shown) };
}

function pagesOf({ clicks, impressions, position }: Figures, ago: number) {
  const weights = PAGES.map(([, weight], n) => weight * (1 + 0.15 * wobble(ago * 59 + n)));
  const [byClicks, byImpressions] = [split(clicks, weights), split(impressions, weights)];
  return PAGES.map(([path], n) => ({
    page: `${SITE}${path}`,
    clicks: byClicks[n] ?? 0,
    impressions: byImpressions[n] ?? 0,
    position: tenth(Math.max(1, position + 1.5 * wobble(ago * 61 + n))),
  }));
}

function rowsOf(now: Date, ago: number) {
  const date = daysAgo(now, ago + LATE);
  const queries = queriesOf(date, ago, 1 - ago / DAYS);
  const total = totalOf(queries);
  const rows = [
    { ...total, query: null, page: null },
    ...queries.map((row) => ({ ...row, page: null })),
    ...pagesOf(total, ago).map((row) => ({ ...row, query: null })),
  ];
  return rows.map((row, n) => ({ externalId: `demo-search-${date}-${n}`, date, ...row }));
}

const AT_ONCE = 1000;

/** Seeds half a year in search results: some queries rise, others fall. */
export async function seedSearch(db: TenantDb, { clientId, now }: Demo) {
  const rows = Array.from({ length: DAYS }, (_, ago) => rowsOf(now, ago + 1)).flat();
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await db.insert(searchDaily).values(rows.slice(from, from + AT_ONCE).map((row) => ({ clientId, ...row })));
}
