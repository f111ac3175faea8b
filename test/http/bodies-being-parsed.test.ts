import { expect, it } from 'vitest';
import { portalForThisTest } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

it('complete bodies that wait to be parsed take no more memory than those that are arriving', async () => {
  const portal = await portalForThisTest();
  const person = await portal.register();
  const body = `{"type":"scoring","unknown":["${'x'.repeat(1024 * 1024 - 40)}"]}`;
  const ask = () => person.post('/api/insights/query', body, { 'content-type': 'application/json' });

  const together = await Promise.all(Array.from({ length: 60 }, () => ask()));
  const later = await ask();

  const outcomes = new Set(together.map(outcome));
  expect([...outcomes].toSorted()).toEqual(['200', '503 SERVICE_UNAVAILABLE']);
  expect(outcome(later)).toBe('200');
});
