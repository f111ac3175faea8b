import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isStale } from '../../routers/visibility/figures/competitors.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { competitor } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();
afterEach(() => {
  vi.useRealTimers();
});

/** Stores one scan for a new client and reads the benchmark. */
async function scanned(facts: Record<string, unknown>) {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  const sent = scan(facts);
  const { runId } = (await pipeline.post('/api/ingest/scans', sent)).json();
  const read = async () => (await person.get('/api/visibility/competitors')).json().data;
  return { person, pipeline, sent, runId, read, data: await read() };
}

const DAY = 24 * 3600 * 1000;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

describe('GET /api/visibility/competitors', () => {
  it('returns empty values before the first scan', async () => {
    const person = await portal.register();

    const response = await person.get('/api/visibility/competitors');

    expect(response.json()).toEqual({
      ok: true,
      data: {
        client: {
          client_id: person.orgId,
          raw_score: null,
          dynamic_score: null,
          overall_score: null,
          run_id: null,
          asOf: null,
          tiers: {},
          components: {},
        },
        competitors: [],
        comparison: {
          metric: 'dynamic_score',
          dataAsOf: null,
          isStale: false,
          competitor_avg: null,
          client_vs_avg: null,
          rank: 1,
          total_in_market: 1,
          component_comparison: [],
        },
      },
    });
  });

  it('returns no averages and rank 1 of 1 without competitors', async () => {
    const { person, data, runId } = await scanned({ competitors: [] });

    expect(data.client).toEqual({
      client_id: person.orgId,
      raw_score: 61.2,
      dynamic_score: 58.4,
      overall_score: 58.4,
      run_id: runId,
      asOf: '2026-02-15T02:00:00.000Z',
      tiers: { foundation: 64, authority: 55.5 },
      components: { technical_seo: 71, reviews: 40 },
    });
    expect(data.comparison).toMatchObject({ competitor_avg: null, client_vs_avg: null, rank: 1, total_in_market: 1 });
    expect(data.comparison.component_comparison).toEqual([
      { component: 'technical_seo', label: 'Technical SEO', client_score: 71, competitor_avg: null, difference: null },
      { component: 'reviews', label: 'Reviews', client_score: 40, competitor_avg: null, difference: null },
    ]);
  });

  it('lists the competitors of the latest scan that are not excluded, best first, without ids', async () => {
    const { data } = await scanned({
      competitors: [
        competitor({ name: 'B', dynamic_score: 20 }),
        competitor({ name: 'Excluded', dynamic_score: 99, excluded: true }),
        competitor({ name: 'Failed', dynamic_score: 98, status: 'failed' }),
        competitor({ name: 'C', domain: 'C.Example', dynamic_score: 90, asOf: '2026-02-14T10:00:00+02:00' }),
        competitor({ name: 'A', dynamic_score: 20 }),
      ],
    });

    expect(data.competitors.map(({ name }: { name: string }) => name)).toEqual(['C', 'A', 'B']);
    expect(data.competitors[0]).toEqual({
      name: 'C',
      domain: 'c.example',
      raw_score: 55.5,
      dynamic_score: 90,
      overall_score: 51,
      asOf: '2026-02-14T08:00:00.000Z',
      tiers: { foundation: 60 },
      components: { reviews: 45.5 },
    });
    expect(data.comparison).toMatchObject({ competitor_avg: 43.3, client_vs_avg: 15.1, rank: 2, total_in_market: 4 });
  });

  it('gives equal scores the same rank', async () => {
    const { data } = await scanned({
      competitors: [58.4, 58.4, 60, 60, 10].map((dynamic_score) => competitor({ dynamic_score })),
    });

    expect(data.comparison).toMatchObject({ rank: 3, total_in_market: 6 });
  });

  it('compares a component with the competitors that have it, whatever its key', async () => {
    const component = (key: string, score: number) => ({ key, label: key, tier: 'foundation', score, weight: 1 });
    const { data } = await scanned({
      components: [component('constructor', 10), component('toString', 20), component('reviews', 30)],
      competitors: [competitor({ components: { reviews: 40, constructor: 11 } }), competitor({ components: {} })],
    });

    expect(data.comparison.component_comparison).toMatchObject([
      { component: 'constructor', client_score: 10, competitor_avg: 11, difference: -1 },
      { component: 'toString', client_score: 20, competitor_avg: null, difference: null },
      { component: 'reviews', client_score: 30, competitor_avg: 40, difference: -10 },
    ]);
  });

  it('matches an independent calculation for random markets', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const tenths = fc.integer({ min: 0, max: 1000 });
    const peer = fc.record({
      score: tenths,
      reviews: fc.option(tenths),
      excluded: fc.boolean(),
      failed: fc.boolean(),
    });

    await fc.assert(
      fc.asyncProperty(tenths, fc.array(peer, { maxLength: 30 }), async (own, peers) => {
        const sent = scan({
          externalId: 'random',
          overall: { rawScore: 1, dynamicScore: own / 10, confidence: 1 },
          competitors: peers.map(({ score, reviews, excluded, failed }) =>
            competitor({
              dynamic_score: score / 10,
              components: reviews === null ? {} : { reviews: reviews / 10 },
              excluded,
              status: failed ? 'failed' : 'completed',
            }),
          ),
        });
        await pipeline.post('/api/ingest/scans', sent);

        const { competitors, comparison } = (await person.get('/api/visibility/competitors')).json().data;

        const shown = peers.filter(({ excluded, failed }) => !excluded && !failed);
        const market = [own, ...shown.map(({ score }) => score)].sort((one, other) => other - one);
        const average = averageOf(shown.map(({ score }) => score));
        const reviews = averageOf(shown.flatMap(({ reviews }) => reviews ?? []));
        expect(competitors).toHaveLength(shown.length);
        expect(comparison).toMatchObject({
          competitor_avg: average,
          client_vs_avg: average === null ? null : Number((own / 10 - average).toFixed(1)),
          rank: market.indexOf(own) + 1,
          total_in_market: market.length,
        });
        expect(comparison.component_comparison[1]).toMatchObject({
          competitor_avg: reviews,
          difference: reviews === null ? null : Number((40 - reviews).toFixed(1)),
        });
      }),
      { numRuns: 40, seed: 20261121 },
    );
  });
});

/** The mean of scores in tenths, halves up, in integer arithmetic. */
function averageOf(tenths: number[]) {
  if (tenths.length === 0) return null;
  const [sum, count] = [BigInt(tenths.reduce((one, other) => one + other, 0)), BigInt(tenths.length)];
  return Number((2n * sum + count) / (2n * count)) / 10;
}

describe('Staleness', () => {
  it('starts after 30 days, to the millisecond', () => {
    const now = new Date('2026-03-31T12:00:00.000Z');

    const [edge, past] = ['2026-03-01T12:00:00.000Z', '2026-03-01T11:59:59.999Z'].map((text) => new Date(text));

    expect([isStale(edge, now), isStale(past, now), isStale(undefined, now)]).toEqual([false, true, false]);
  });

  it.each([
    [29 * DAY, false],
    [31 * DAY, true],
  ])('for a scan %d ms old is %j', async (age, stale) => {
    const { data, sent } = await scanned({ completedAt: ago(age) });

    expect(data.comparison).toMatchObject({ dataAsOf: sent.completedAt, isStale: stale });
  });

  it('starts without another scan', async () => {
    const { data, read } = await scanned({ completedAt: ago(30 * DAY - 3600 * 1000), competitors: [competitor()] });

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3600 * 1000 });
    const later = await read();

    expect(later).toEqual({ ...data, comparison: { ...data.comparison, isStale: true } });
    expect(data.comparison.isStale).toBe(false);
  });
});
