import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { readReportData } from '../../routers/exports/report/report-data.ts';
import { Module } from '../../routers/modules.ts';
import { readDigest } from '../../routers/notifications/digest.ts';
import { englishNotices } from '../../routers/notifications/mail-texts/english.ts';
import { todayIn } from '../../routers/values/days.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { siteAt } from '../../server/mail/template.ts';
import { addPrompts, endOfRun, MEASUREMENT, startTestEngines } from '../helpers/engines.ts';
import { registerOperator } from '../helpers/operators.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';

const engines = await startTestEngines();
afterAll(() => engines.close());
const portal = portalForThisFile({ besideOthers: true, env: engines.env });

const NONE = { rawScore: null, dynamicScore: null, confidence: null };

/** An administrator of an organization whose scores are left to a pipeline, with a way to measure. */
async function measuring() {
  const orgName = `Unscored ${randomUUID()}`;
  engines.behaviour.say = () => `${orgName} is excellent.`;
  const admin = await portal.register({ orgName });
  await admin.put(MEASUREMENT, { readingsPerPrompt: 1 });
  await addPrompts(admin, 1);
  const measure = async () => endOfRun(portal, admin, (await admin.post(`${MEASUREMENT}/runs`)).json().data.id);
  const data = async (path: string) => (await admin.get(path)).json().data;
  return { admin, orgName, measure, data };
}

it('brings AI search alone, without a score in any answer, before a pipeline has sent one', async () => {
  const { admin, orgName, measure, data } = await measuring();
  const operator = await registerOperator(portal);
  const { scanRunId } = await measure();

  const scores = await data('/api/visibility/scores');
  const overview = await data('/api/visibility/overview');
  const competitors = await data('/api/visibility/competitors');
  const found = await operator.get(`/api/operator/clients?search=${encodeURIComponent(orgName)}`);

  expect(scores).toMatchObject({ runId: scanRunId, overall: NONE, tiers: [], components: [] });
  expect(overview).toMatchObject({
    score: { ...NONE, change: null },
    scoreTrend: [{ runId: scanRunId, ...NONE }],
    aeo: { score: 100 },
    lastScanDate: scores.asOf,
  });
  expect(await data('/api/visibility/score-history')).toMatchObject([{ runId: scanRunId, ...NONE }]);
  expect(competitors).toMatchObject({ client: { dynamic_score: null }, comparison: { rank: 1, total_in_market: 1 } });
  expect(found.json().data).toMatchObject([{ dynamicScore: null, change: null, lastScanDate: scores.asOf }]);
  expect((await admin.get('/api/dashboard/kpis')).json().kpis.visibilityScore).toBeNull();
});

/** A handle on the rows of an organization. */
async function rowsOf({ orgId }: { orgId: string }) {
  const tenant = await findTenant(portal.deps.database.accounts, orgId);
  if (!tenant) throw new Error('The organization is missing.');
  return { tenant, db: portal.deps.database.as(tenant) };
}

const shown = new Set(Module.options);

it('tells insights, the report and the digest of AI search, and of no score', async () => {
  const { admin, measure } = await measuring();
  await measure();
  const { tenant, db } = await rowsOf(admin);

  const { context } = (await admin.get('/api/insights/preview?type=scoring')).json().data;
  const report = await readReportData(db, tenant, shown);
  const digest = await readDigest(db, tenant, shown, todayIn('UTC'));
  const mail = digest && englishNotices.weeklyDigest(digest)(siteAt('https://a.example'));

  expect(context.visibility).toMatchObject({ overall: null, tiers: [], ai_search: { mention_rate: 100 } });
  expect(report.scan).toMatchObject({ overall: null, history: [], aeo: { aeo_visibility_score: expect.any(Number) } });
  expect(digest).toMatchObject({ score: undefined, mentions: { mentionRate: 100 } });
  expect(JSON.stringify(mail)).toContain('AI assistants mention you in 100%');
  expect(JSON.stringify(mail)).not.toContain('visibility score');
});

it('keeps the scores that a pipeline sent last, also after the portal computed its own', async () => {
  const { admin, measure, data } = await measuring();
  await measure();
  const pipeline = await admin.pipeline();
  await pipeline.post('/api/ingest/scans', scan({ completedAt: new Date().toISOString() }));
  const { overall } = await data('/api/visibility/scores');
  await admin.put(MEASUREMENT, { scores: 'own' });
  await measure();
  const own = await data('/api/visibility/scores');
  await admin.put(MEASUREMENT, { scores: 'pipeline' });

  await measure();

  const { dynamicScore, rawScore, confidence } = overall;
  expect(own.components[0].reason).toEqual(expect.any(String));
  expect((await data('/api/visibility/scores')).overall).toMatchObject({ dynamicScore, rawScore, confidence });
});

it('lets the digest tell what moved the scores of a pipeline, also after runs that repeat them', async () => {
  const { admin, measure } = await measuring();
  const pipeline = await admin.pipeline();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const [earlier, later] = [50, 58.5].map((dynamicScore) => ({ rawScore: 61, dynamicScore, confidence: 0.8 }));
  await pipeline.post('/api/ingest/scans', scan({ completedAt: hoursAgo(2), overall: earlier }));
  const tiers = [{ key: 'foundation', label: 'Foundation', score: 70, weight: 1 }];
  await pipeline.post('/api/ingest/scans', scan({ completedAt: hoursAgo(1), overall: later, tiers }));
  await measure();
  await measure();
  const { tenant, db } = await rowsOf(admin);

  const digest = await readDigest(db, tenant, shown, todayIn('UTC'));

  expect(digest).toMatchObject({ score: { score: 58.5, change: 8.5 }, mentions: { mentionRate: 100 } });
  expect(digest?.score?.tiers).toMatchObject([{ label: 'Foundation', change: 6 }]);
});
