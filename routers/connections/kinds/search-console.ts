import { hash } from 'node:crypto';
import { z } from 'zod';
import { todayIn } from '../../values/days.ts';
import { askGoogle, googleUrl } from '../google/ask-google.ts';
import { googleNeeds } from '../google/needs.ts';
import { SourceFailure } from '../problems.ts';
import type { Kind, SourceAccess, SourceRecord } from './kind.ts';
import { idPrefix } from './website-day.ts';

// Search Analytics of the Search Console API: https://developers.google.com/webmaster-tools/v1/searchanalytics

const KIND = 'search_console';

/** The largest queries and pages of a day that are kept; the portal holds 2,000 records of a day. */
const MOST = 900;

/** Days of Search Console begin in California, and are final some days later. */
const ZONE = 'America/Los_Angeles';
const FINAL_AFTER = 5;

const Rows = z.object({
  rows: z
    .array(
      z.object({
        keys: z.array(z.string()).default([]),
        clicks: z.number(),
        impressions: z.number(),
        position: z.number(),
      }),
    )
    .default([]),
});

/** Queries figures of days that are final. Google returns the rows with most clicks first. */
async function search(access: SourceAccess, from: string, to: string, dimension: string, rowLimit: number) {
  const path = `/webmasters/v3/sites/${encodeURIComponent(access.property)}/searchAnalytics/query`;
  const body = { startDate: from, endDate: to, dimensions: [dimension], type: 'web', dataState: 'final', rowLimit };
  const { data } = Rows.safeParse(
    await askGoogle(access, KIND, googleUrl(access, 'searchconsole.googleapis.com', path), body),
  );
  if (!data) throw new SourceFailure('strange_answer');
  return data.rows;
}

type Row = Awaited<ReturnType<typeof search>>[number];

const record = (date: string, { clicks, impressions, position }: Row, what: object, key: string): SourceRecord => ({
  type: 'search_daily',
  // Queries and pages may be longer than an id.
  externalId: `${idPrefix(KIND)}${date}${key && `:${hash('sha256', key).slice(0, 32)}`}`,
  data: { date, clicks: Math.round(clicks), impressions: Math.round(impressions), position, ...what },
});

const Site = z
  .string('must be set')
  .regex(/^(sc-domain:[^\s/]{1,253}|https?:\/\/\S{1,490})$/, 'must be a property, such as sc-domain:example.com');

export const searchConsole: Kind = {
  tool: 'Google Search Console',
  needs: googleNeeds(Site),
  changingDays: FINAL_AFTER,
  async prove(access) {
    const path = `/webmasters/v3/sites/${encodeURIComponent(access.property)}`;
    await askGoogle(access, KIND, googleUrl(access, 'searchconsole.googleapis.com', path));
    return access.property.replace('sc-domain:', '');
  },
  today: async () => todayIn(ZONE),
  async *readDays(access, { from, to }) {
    const totals = await search(access, from, to, 'date', 1000);
    const days = totals.map((total) => ({ date: total.keys[0] ?? '', total }));
    for (const { date, total } of days.sort((one, other) => other.date.localeCompare(one.date))) {
      const queries = await search(access, date, date, 'query', MOST);
      const pages = await search(access, date, date, 'page', MOST);
      const records = [
        record(date, total, {}, ''),
        ...queries.map((row) => record(date, row, { query: row.keys[0] ?? '' }, `query ${row.keys[0]}`)),
        ...pages.map((row) => record(date, row, { page: row.keys[0] ?? '' }, `page ${row.keys[0]}`)),
      ];
      yield { date, records };
    }
  },
};
