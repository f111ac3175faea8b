import { expect, it } from 'vitest';
import { sender } from '../helpers/ingest.ts';
import { portalForThisTest } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const URL = '/api/analytics/reviews';
const KIB = 1024;

it('keeps the default answer of a surface, and none of 60 freely chosen ranges', async () => {
  const portal = await portalForThisTest({ besideOthers: true });
  const { person, send } = await sender(portal);
  await send(Array.from({ length: 50 }, () => record('review', { text: 'Kind and quick. '.repeat(60) })));
  await person.get(URL);
  const kept = portal.deps.cache.bytes();

  const statuses = new Set<number>();
  for (let turn = 0; turn < 60; turn++) {
    const day = new Date(Date.UTC(2025, 0, 1 + turn)).toISOString().slice(0, 10);
    const ranges = [`from=${day}`, `limit=${(turn % 49) + 1}&from=${day}`, `offset=${turn + 1}`];
    statuses.add((await person.get(`${URL}?${ranges[turn % 3]}`)).statusCode);
  }
  const metrics = (await portal.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body;

  expect([...statuses]).toEqual([200]);
  expect(kept).toBeGreaterThan(50 * KIB);
  expect(portal.deps.cache.bytes()).toBe(kept);
  expect(metrics).toContain(`portal_cache_bytes ${kept}`);
});
