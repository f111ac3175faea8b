import { expect, it } from 'vitest';
import { yieldWhenDue } from '../../flow/yield.ts';

const busyFor = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

it('long work lets others run every few milliseconds, and short work does not wait', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('another request'));
  await yieldWhenDue();
  order.push('short');
  busyFor(12);
  await yieldWhenDue();
  order.push('long');

  expect(order).toEqual(['short', 'another request', 'long']);
});

it('lets others run after each slice, however much long work is under way', async () => {
  let slicesInTurn = 0;
  let most = 0;
  let over = false;
  const turn = () => {
    most = Math.max(most, slicesInTurn);
    slicesInTurn = 0;
    if (!over) setImmediate(turn);
  };
  const work = async () => {
    for (let step = 0; step < 3; step++) {
      busyFor(11);
      await yieldWhenDue();
      slicesInTurn++;
    }
  };

  const all = Promise.all(Array.from({ length: 8 }, work));
  setImmediate(turn);
  await all;
  over = true;

  expect(most).toBe(1);
});
