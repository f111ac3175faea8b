import { expect, it } from 'vitest';
import { slices } from '../../server/http/slices.ts';

const busyFor = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

it('long work lets others run every ten milliseconds, and short work does not wait', async () => {
  const order: string[] = [];
  const pause = slices();

  setImmediate(() => order.push('another request'));
  await pause();
  order.push('short');
  busyFor(12);
  await pause();
  order.push('long');

  expect(order).toEqual(['short', 'another request', 'long']);
});
