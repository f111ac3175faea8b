import { expect, it } from 'vitest';
import { createCache } from '../../server/cache/cache.ts';
import { minutes } from '../../server/durations.ts';

/** Something to load, that knows how often it was. */
function counted() {
  let loads = 0;
  return async () => ({ load: ++loads });
}

it('loads once for many readers, and again for another version', async () => {
  const cache = createCache();
  const load = counted();

  const waiting = await Promise.all(Array.from({ length: 20 }, () => cache(['scores', 'one', 1, 1], load)));
  const later = [await cache(['scores', 'one', 1, 1], load), await cache(['scores', 'one', 1, 2], load)];

  expect(new Set(waiting)).toEqual(new Set([{ load: 1 }]));
  expect(later).toEqual([{ load: 1 }, { load: 2 }]);
});

it('loads anew what is older than it may be, and keeps the rest', async () => {
  const cache = createCache();
  const [brief, long, lasting] = [counted(), counted(), counted()];
  const read = async () => [
    (await cache(['brief', 'one', 1], brief, { atMost: 10 })).load,
    (await cache(['long', 'one', 1], long, { atMost: minutes(5) })).load,
    (await cache(['lasting', 'one', 1], lasting)).load,
  ];
  await read();

  await expect.poll(read, { interval: 15 }).toEqual([3, 1, 1]);
});

it('forgets a load that failed', async () => {
  const cache = createCache();
  const failing = () => Promise.reject(new Error('The database is away.'));

  await expect(cache(['scores', 'one', 1], failing)).rejects.toThrow('away');

  expect(await cache(['scores', 'one', 1], counted())).toEqual({ load: 1 });
});
