import { count } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { tenantQuery } from '../../db/prepared.ts';
import { eachPart } from '../../db/row-parts.ts';
import { websiteDaily } from '../../db/schema/index.ts';
import { websiteParts } from '../../routers/values/website-parts.ts';
import { copyFirst } from '../helpers/copies.ts';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();

const ROWS = 6_000;

/** An organization with 6,000 rows of one day, and one row each of the days around it. */
async function crowded() {
  const its = await sender(portal);
  await its.send([record('website_daily', {}, 'first')]);
  await copyFirst(its.db, websiteDaily, ROWS);
  await its.send(['2026-02-13', '2026-02-15'].map((date) => record('website_daily', { date }, date)));
  await its.send([record('website_daily', { date: '2026-02-14', source: 'another' }, 'another')]);
  return its;
}

it('the rows of a crowded day are read in parts, and all of them', async () => {
  const { person, db } = await crowded();
  const part = websiteParts(2500);
  const counted = tenantQuery((of) =>
    of.with(part.rest(of)).select({ next: part.next, count: count() }).from(websiteDaily).where(part.where),
  );
  const day = { clientId: person.orgId, from: '2026-02-14', to: '2026-02-14' };
  const counts: unknown[] = [];
  for await (const [row] of eachPart((begin) => counted(db).execute({ ...day, ...begin }))) counts.push(row?.count);

  expect(counts).toEqual([2500, 2500, 1001]);
});

it('sums of parts are those of the whole', async () => {
  const { person } = await crowded();

  const { data } = (await person.get('/api/visibility/website-analytics?from=2026-02-14&to=2026-02-15')).json();

  const all = ROWS + 1;
  expect(data.totals).toEqual({
    users: 120 * all,
    sessions: 160 * all,
    pageviews: 410 * all,
    bounceRate: 41.7,
    avgSessionSeconds: 93.2,
    conversions: 3.5 * all,
  });
  expect(data.comparison).toMatchObject({ sessions: 160, conversions: 3.5 });
  expect(data.series.map(({ sessions }: { sessions: number }) => sessions)).toEqual([160 * ROWS, 160]);
  expect(data.topPages).toEqual([{ path: '/', pageviews: 200 * all }]);
  expect(data.channels).toEqual([{ channel: 'Organic search', sessions: 90 * all, share: 100 }]);
  expect(data.connectedSources.map(({ source }: { source: string }) => source)).toEqual(['another', 'ga4']);
});
