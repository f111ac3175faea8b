import { describe, expect, it } from 'vitest';
import { scoreRuns } from '../../db/schema/index.ts';
import { type Portal, portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

const SCANS = '/api/ingest/scans';
const stored = (portal: Portal, orgId: string) =>
  portal.deps.database.as({ role: 'portal_tenant', clientId: orgId }).select().from(scoreRuns);

describe('taking in a scan', () => {
  it('answers 201 with its run, and 200 with the same run when it comes again, replaced whole', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const first = scan({ recommendations: [recommendation()] });

    const made = await pipeline.post(SCANS, first);
    const again = await pipeline.post(SCANS, {
      ...first,
      recommendations: undefined,
      overall: { rawScore: 1, dynamicScore: 2, confidence: 0 },
    });

    const runs = await stored(portal, person.orgId);
    expect([made.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(made.json()).toEqual({ ok: true, runId: runs[0]?.id });
    expect(again.json()).toEqual(made.json());
    expect(runs).toMatchObject([{ rawScore: 1, dynamicScore: 2, parts: {} }]);
  });

  it('keeps the parts that only some scans have', async () => {
    const person = await portal.register();
    const parts = {
      recommendations: [recommendation()],
      listings: [{ directory: 'Maps', verificationStatus: 'verified', listedName: 'Example' }],
    };

    await (await person.pipeline()).post(SCANS, scan(parts));

    expect(await stored(portal, person.orgId)).toMatchObject([{ parts }]);
  });

  it('makes one run of twenty parallel sendings of one scan', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const one = scan();

    const answers = await Promise.all(Array.from({ length: 20 }, () => pipeline.post(SCANS, one)));

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map((answer) => answer.json().runId)).size).toBe(1);
    expect(await stored(portal, person.orgId)).toHaveLength(1);
  });

  it('keeps one client’s external ids apart from another’s', async () => {
    const [one, other] = [await portal.register(), await portal.register()];
    const same = scan();

    const answers = await Promise.all([one, other].map(async (person) => (await person.pipeline()).post(SCANS, same)));

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(answers[0]?.json().runId).not.toBe(answers[1]?.json().runId);
  });

  it.each([
    ['a score over 100', { overall: { rawScore: 101, dynamicScore: 50, confidence: 0.5 } }, 'overall.rawScore'],
    ['a confidence in percent', { overall: { rawScore: 1, dynamicScore: 50, confidence: 82 } }, 'overall.confidence'],
    ['a score in words', { overall: { rawScore: '61', dynamicScore: 50, confidence: 0.5 } }, 'overall.rawScore'],
    ['no moment', { completedAt: 'yesterday' }, 'completedAt'],
    ['a moment before year 1', { completedAt: '0001-01-01T00:00:00+14:00' }, 'completedAt'],
    ['a moment after year 9999', { completedAt: '9999-12-31T23:59:59-14:00' }, 'completedAt'],
    ['an empty external id', { externalId: '' }, 'externalId'],
    ['one of 201 characters', { externalId: 'x'.repeat(201) }, 'externalId'],
    ['a key twice', { tiers: [0, 1].map(() => ({ key: 'a', label: 'A', score: 1, weight: 1 })) }, 'tiers'],
    [
      'a listing of an unknown status',
      { listings: [{ directory: 'Maps', verificationStatus: 'maybe' }] },
      'listings.0.verificationStatus',
    ],
    [
      'a recommendation without a title',
      { recommendations: [{ ...recommendation(), title: undefined }] },
      'recommendations.0.title',
    ],
  ])('refuses a scan with %s, says where, and stores nothing', async (_what, wrong, path) => {
    const person = await portal.register();
    const pipeline = await person.pipeline();

    const response = await pipeline.post(SCANS, scan(wrong));

    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toMatchObject([{ path }]);
    expect(await stored(portal, person.orgId)).toEqual([]);
  });

  it('is refused to people, however they are signed in', async () => {
    const person = await portal.register();

    const response = await person.post(SCANS, scan());

    expect(response.statusCode).toBe(401);
  });
});

describe('a history of scores', () => {
  it('is ascending, and the newest within the days of the client’s time zone', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const days = ['2026-01-03', '2026-01-01', '2026-01-02', '2026-01-04'];
    for (const day of days) await pipeline.post(SCANS, scan({ completedAt: `${day}T23:30:00-05:00` }));
    const ask = async (query: string) =>
      (await person.get(`/api/visibility/score-history${query}`))
        .json()
        .data.map((point: { asOf: string }) => point.asOf.slice(0, 10));

    const answers = [await ask(''), await ask('?limit=2'), await ask('?from=2026-01-03&to=2026-01-04')];

    expect(answers).toEqual([
      ['2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05'],
      ['2026-01-04', '2026-01-05'],
      ['2026-01-03', '2026-01-04'],
    ]);
  });

  it.each([
    '?limit=0',
    '?limit=366',
    '?limit=ten',
    '?from=2026-02-30',
    '?from=0000-01-01',
    '?from=yesterday',
    '?from=2026-02-02&to=2026-02-01',
  ])('refuses %s', async (query) => {
    const person = await portal.register();

    const response = await person.get(`/api/visibility/score-history${query}`);

    expect(response.statusCode).toBe(400);
  });
});

function recommendation() {
  return {
    externalId: 'r1',
    title: 'Correct the listings',
    description: 'Bring them into agreement.',
    impact: 'high',
    effort: 'low',
    category: 'local',
    priorityScore: 91.2,
    status: 'open',
  };
}
