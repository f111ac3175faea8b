import { describe, expect, it } from 'vitest';
import { scoreRuns } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import { type Portal, portalForThisFile } from '../helpers/portal.ts';
import { competitor, listing, plannedItem, recommendation } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

const SCANS = '/api/ingest/scans';
const stored = (portal: Portal, orgId: string) => clientDb(portal, orgId).select().from(scoreRuns);

describe('POST /api/ingest/scans', () => {
  it('returns 201 for a new scan and 200 with the same id for a replaced one', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const first = scan({ recommendations: [recommendation({ externalId: 'r1' })] });

    const made = await pipeline.post(SCANS, first);
    const again = await pipeline.post(SCANS, {
      ...first,
      recommendations: undefined,
      overall: { rawScore: 1, dynamicScore: 2, confidence: 0 },
    });

    const runs = await stored(portal, person.orgId);
    expect([made.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(made.json()).toEqual({ ok: true, runId: runs[0]?.id, kept: [] });
    expect(again.json()).toEqual(made.json());
    expect(runs).toMatchObject([{ rawScore: 1, dynamicScore: 2, parts: {} }]);
  });

  it('stores the optional parts', async () => {
    const person = await portal.register();
    const parts = {
      recommendations: [recommendation({ externalId: 'r1' })],
      listings: [{ directory: 'Maps', verificationStatus: 'verified', listedName: 'Example' }],
    };

    await (await person.pipeline()).post(SCANS, scan(parts));

    expect(await stored(portal, person.orgId)).toMatchObject([{ parts }]);
  });

  it('stores domains in lower case, and the host of listed URLs', async () => {
    const person = await portal.register();

    const response = await (await person.pipeline()).post(
      SCANS,
      scan({
        competitors: [competitor({ domain: 'Rival.EXAMPLE' }), competitor({ domain: 'Zahnärzte.example' })],
        listings: [
          { directory: 'Maps', verificationStatus: 'verified', listedDomain: 'https://WWW.Example.com/contact' },
        ],
      }),
    );

    expect(response.statusCode).toBe(201);
    expect(await stored(portal, person.orgId)).toMatchObject([
      {
        parts: {
          competitors: [{ domain: 'rival.example' }, { domain: 'zahnärzte.example' }],
          listings: [{ listedDomain: 'www.example.com' }],
        },
      },
    ]);
  });

  it('stores twenty parallel copies as one scan', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const one = scan();

    const answers = await Promise.all(Array.from({ length: 20 }, () => pipeline.post(SCANS, one)));

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map((answer) => answer.json().runId)).size).toBe(1);
    expect(await stored(portal, person.orgId)).toHaveLength(1);
  });

  it('keeps equal external ids of two clients apart', async () => {
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
    ['a key that is a sentence', { tiers: [{ key: 'mail bob@x.co', label: 'A', score: 1, weight: 1 }] }, 'tiers.0.key'],
    ['a key of 65 letters', { tiers: [{ key: 'k'.repeat(65), label: 'A', score: 1, weight: 1 }] }, 'tiers.0.key'],
    ['a moment three days ahead', { completedAt: new Date(Date.now() + 3 * 86_400_000).toISOString() }, 'completedAt'],
    [
      'a recommendation twice',
      { recommendations: [recommendation({ externalId: 'r1' }), recommendation({ externalId: 'r1' })] },
      'recommendations',
    ],
    ['a step twice, in two phases', { actionPlan: { phases: [phase('a', 1), phase('b', 1)] } }, 'actionPlan.phases'],
    ['a phase twice', { actionPlan: { phases: [phase('a', 1), phase('a', 2)] } }, 'actionPlan.phases'],
    ['an address that runs', { listings: [listing({ listingUrl: 'javascript:alert(1)' })] }, 'listings.0.listingUrl'],
    ['a listed domain that is none', { listings: [listing({ listedDomain: 'call us' })] }, 'listings.0.listedDomain'],
    ['a competitor without a domain', { competitors: [competitor({ domain: 'rival' })] }, 'competitors.0.domain'],
    ['a competitor by address', { competitors: [competitor({ domain: 'https://a.co' })] }, 'competitors.0.domain'],
    [
      'a competitor of next week',
      { competitors: [competitor({ asOf: '2999-01-01T00:00:00Z' })] },
      'competitors.0.asOf',
    ],
    ['a rating by a sentence', { competitors: [competitor({ tiers: { 'a b': 1 } })] }, 'competitors.0.tiers.a b'],
    [
      'more ratings than there are',
      { competitors: [competitor({ tiers: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [n, 1])) })] },
      'competitors.0.tiers',
    ],
    [
      'a listing of an unknown status',
      { listings: [{ directory: 'Maps', verificationStatus: 'maybe' }] },
      'listings.0.verificationStatus',
    ],
    [
      'a recommendation without a title',
      { recommendations: [{ ...recommendation({ externalId: 'r1' }), title: undefined }] },
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

  it('refuses signed-in users', async () => {
    const person = await portal.register();

    const response = await person.post(SCANS, scan());

    expect(response.statusCode).toBe(401);
  });
});

describe('Score history', () => {
  it('is ascending, with days in the client’s time zone', async () => {
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

/** One step, with a name of its own, in a phase. */
const phase = (key: string, step: number) => ({
  phase: 1,
  key,
  title: 'Foundations',
  items: [plannedItem({ externalId: `step-${step}` })],
});
