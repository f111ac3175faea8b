import { constants, type NodeGCPerformanceDetail, PerformanceObserver } from 'node:perf_hooks';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { boundConnections } from '../../server/http/connections.ts';

const { NODE_PERFORMANCE_GC_MINOR: MINOR, NODE_PERFORMANCE_GC_FLAGS_FORCED: FORCED } = constants;

/** A server with answers of a size, and the collections of the young generation that were asked for. */
async function serve() {
  const collections: NodeGCPerformanceDetail[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as unknown as { detail: NodeGCPerformanceDetail }[])
      if (detail.kind === MINOR && (detail.flags ?? 0) & FORCED) collections.push(detail);
  });
  observer.observe({ entryTypes: ['gc'] });
  const app = fastify();
  boundConnections(app, { TRUST_PROXY: [], DATABASE_POOL: 10 });
  app.get<{ Querystring: { bytes: number } }>('/', ({ query }) => 'x'.repeat(query.bytes));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    observer.disconnect();
    await app.close();
  });
  const get = async (bytes: number) => (await (await fetch(`${url}/?bytes=${bytes}`)).text()).length;
  return { get, collections };
}

it('collects the garbage of an answer of 1 MB once it is sent, and leaves that of small ones to V8', async () => {
  const { get, collections } = await serve();

  for (let n = 0; n < 20; n++) expect(await get(10_000)).toBe(10_000);
  expect(await get(1_000_000)).toBe(1_000_000);
  await expect.poll(() => collections.length).toBe(1);
  expect(await get(1_000_000)).toBe(1_000_000);

  await expect.poll(() => collections.length).toBe(2);
});
