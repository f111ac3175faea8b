import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const many = <Item>(count: number, item: (n: number) => Item) => Array.from({ length: count }, (_, n) => item(n));

const answer = (n: number) => ({
  engine: 'chatgpt',
  prompt: `best dentist ${n}`,
  askedAt: '2026-02-15T02:00:00.000Z',
  mentioned: true,
  citations: many(20, (site) => ({ url: `https://site-${n}-${site}.example.com/` })),
  competitors: many(10, (site) => `rival-${site}.example.com`),
});

const scanWith = (answers: number) =>
  scan({
    aeo: {
      queryMode: 'local_discovery',
      generated_queries: [],
      coverage: 'standard',
      aeo_confidence: { score: 1, band: 'low', summary: '', detail: '', factors: [] },
      aeo_visibility_score: 1,
      visibility_score: 1,
      position_score: 1,
      sentiment_score: 1,
      accuracy_score: 1,
      sample_size: answers,
      answers: many(answers, answer),
    },
  });

const days = (count: number) => {
  const topPages = many(100, (n) => ({ path: `/${n}`, pageviews: n }));
  return many(count, (n) => record('website_daily', { topPages }, `day-${n}`));
};

const JSON_TYPE = 'application/json';
const BODIES = {
  'a scan with 2,000 answers': ['scans', JSON_TYPE, (large) => JSON.stringify(scanWith(large ? 2000 : 1)), 10],
  'a batch of records with lists': ['records', JSON_TYPE, (large) => JSON.stringify(days(large ? 900 : 1)), 8],
  'a row of many values': [
    'records',
    JSON_TYPE,
    (large) => JSON.stringify([{ ...record('goal'), extra: many(large ? 150_000 : 1, () => [{}]) }]),
    2,
  ],
  'a line of many values': [
    'records',
    'application/x-ndjson',
    (large) => JSON.stringify({ ...record('goal'), extra: many(large ? 150_000 : 1, () => [{}]) }),
    2,
  ],
} satisfies Record<string, [string, string, (large: boolean) => string, number]>;

/** Turns of the event loop, counted by libuv, from a request to its answer. */
async function turnsOf(ask: () => PromiseLike<{ statusCode: number }>) {
  const before = performance.nodeTiming.uvMetricsInfo.loopCount;
  const response = await ask();
  expect(outcome(response as never)).toMatch(/^20\d$/);
  return performance.nodeTiming.uvMetricsInfo.loopCount - before;
}

it.each(Object.entries(BODIES))(
  'others come in between while %s is taken in',
  async (_what, [path, type, body, more]) => {
    const { post } = await sender(portal);
    const send = (large: boolean, headers = {}) => {
      const text = body(large);
      return turnsOf(() => post(`/api/ingest/${path}`, text, { 'content-type': type, ...headers }));
    };

    // Of several: what else the process does meanwhile takes turns as well.
    const smallest: number[] = [];
    for (let n = 0; n < 5; n++) smallest.push(await send(false));
    const turns = { small: Math.min(...smallest), large: await send(true) };
    const keyed = await send(true, { 'idempotency-key': randomUUID() });

    expect(turns.large - turns.small).toBeGreaterThan(more);
    expect(keyed - turns.small).toBeGreaterThan(more);
  },
);
