import { expect, it } from 'vitest';
import { Module } from '../../routers/modules.ts';
import { readDigest } from '../../routers/notifications/digest.ts';
import { englishNotices } from '../../routers/notifications/mail-texts/english.ts';
import { germanNotices } from '../../routers/notifications/mail-texts/german.ts';
import { plusDays, todayIn } from '../../routers/values/days.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { siteAt } from '../../server/mail/template.ts';
import { ingest } from '../helpers/content.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

it('tells the clicks of the last seven days that search engines have reported, and those before', async () => {
  const person = await portal.register();
  const tenant = await findTenant(portal.deps.database.accounts, person.orgId);
  if (!tenant) throw new Error('The organization is missing.');
  const today = todayIn('UTC');
  await (await person.pipeline()).post('/api/ingest/scans', scan({ completedAt: new Date().toISOString() }));
  const days = Array.from({ length: 14 }, (_, at) => ({ date: plusDays(today, -4 - at), clicks: at < 7 ? 5 : 3 }));
  await ingest(
    person,
    days.map((day) => record('search_daily', { ...day, impressions: 100, position: 4, query: null, page: null })),
  );
  const db = portal.deps.database.as(tenant);

  const digest = await readDigest(db, tenant, new Set(Module.options), today);
  const hidden = await readDigest(db, tenant, new Set(['visibility'] as const), today);

  expect(digest?.search).toEqual({ until: plusDays(today, -4), clicks: 35, impressions: 700, change: 14 });
  expect(hidden?.search).toBeUndefined();
  if (!digest) throw new Error('There is no digest.');
  const site = siteAt('https://a.example');
  const single = {
    ...digest,
    search: { until: today, clicks: 1, impressions: 1, change: -1 },
    mentions: { mentionRate: 100, low: null, high: null, sampleSize: 1, change: null },
  };
  const english = JSON.stringify(englishNotices.weeklyDigest(single)(site));
  expect(english).toContain('brought you 1 click and showed you 1 time in');
  expect(english).toContain('−1 click against');
  expect(english).toContain('100% of 1 answer.');
  expect(JSON.stringify(germanNotices.weeklyDigest(single)(site))).toContain('1 Klick bei 1 Impression:');
  expect(JSON.stringify(englishNotices.weeklyDigest(digest)(site))).toContain('+14 clicks against the 7 days before');
  expect(JSON.stringify(germanNotices.weeklyDigest(digest)(site))).toContain('35 Klicks bei 700 Impressionen');
});
