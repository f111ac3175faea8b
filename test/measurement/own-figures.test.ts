import { expect, it } from 'vitest';
import { auditResult } from '../../routers/measurement/audit/checks.ts';
import { storeAudit } from '../../routers/measurement/audit/store.ts';
import { readOwnFigures } from '../../routers/measurement/score/read-figures.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

async function figuresOf(orgId: string) {
  const tenant = await findTenant(portal.deps.database.accounts, orgId);
  if (!tenant) throw new Error('The organization is missing.');
  const db = portal.deps.database.as(tenant);
  return { db, tenant, read: () => readOwnFigures(db, tenant) };
}

it('has nothing to score where nothing is stored', async () => {
  const person = await portal.register();
  const { read } = await figuresOf(person.orgId);

  expect(await read()).toMatchObject({
    checks: [],
    listings: [],
    reviews: { count: 0, average: null, answered: 0 },
    content: null,
    engagement: null,
    before: null,
  });
});

it('reads the own score’s figures, with the listings of the latest scan that has any', async () => {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  const { db, tenant, read } = await figuresOf(person.orgId);
  const listing = { directory: 'Apple Maps', verificationStatus: 'verified' };
  await pipeline.post(
    '/api/ingest/scans',
    scan({ externalId: '1', completedAt: '2026-01-01T00:00:00Z', listings: [listing] }),
  );
  await pipeline.post(
    '/api/ingest/scans',
    scan({ externalId: '2', completedAt: '2026-01-02T00:00:00Z', listings: null }),
  );
  const recent = new Date(Date.now() - 86_400_000).toISOString();
  await pipeline.post('/api/ingest/records', [
    record('review', { rating: 5, responded: true, publishedAt: recent }),
    record('review', { rating: 4, responded: false, publishedAt: recent }),
    record('review', { rating: 1, responded: false, publishedAt: '2020-01-01T00:00:00Z' }),
  ]);
  await storeAudit(
    db,
    tenant,
    'https://a.example/',
    auditResult({ pages: [], sitemapPages: 1, hasLlmsTxt: false, allowedCrawlers: [] }),
  );

  const figures = await read();

  expect(figures.listings.map(({ directory }) => directory)).toEqual(['Apple Maps']);
  expect(figures.reviews).toEqual({ count: 2, average: 4.5, answered: 1 });
  expect(figures.checks).toHaveLength(14);
  expect(figures.before).toBe((await person.get('/api/visibility/scores')).json().data.overall.dynamicScore);
});
