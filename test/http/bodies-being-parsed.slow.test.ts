import { expect, it } from 'vitest';
import { portalForThisTest } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

it('of sixty large bodies of an organization at once those beyond its places wait, and all are answered', async () => {
  const portal = await portalForThisTest();
  const person = await portal.register();
  // Past 64 KiB a body is parsed on the thread; larger ones would be a load of their own on a slow machine.
  const body = `{"type":"scoring","unknown":["${'x'.repeat(128 * 1024)}"]}`;
  const ask = () => person.post('/api/insights/query', body, { 'content-type': 'application/json' });

  const together = await Promise.all(Array.from({ length: 60 }, () => ask()));

  expect(new Set(together.map(outcome))).toEqual(new Set(['200']));
  const waits = portal.lines.map((line) => JSON.parse(line).waited?.for).filter(Boolean);
  expect(waits.length).toBeGreaterThan(0);
});
