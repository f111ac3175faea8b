import { expect, it } from 'vitest';
import { createCache } from '../../server/cache/cache.ts';
import { minutes } from '../../server/durations.ts';

/** Something to load, that knows how often it was. */
function counted() {
  let loads = 0;
  return async () => ({ load: ++loads });
}

it('loads once for concurrent readers, and again for another version', async () => {
  const cache = createCache();
  const load = counted();

  const waiting = await Promise.all(Array.from({ length: 20 }, () => cache(['scores', 'one', 1, 1], load)));
  const later = [await cache(['scores', 'one', 1, 1], load), await cache(['scores', 'one', 1, 2], load)];

  expect(new Set(waiting)).toEqual(new Set([{ load: 1 }]));
  expect(later).toEqual([{ load: 1 }, { load: 2 }]);
});

it('reloads entries older than their maximum age', async () => {
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

it('does not cache a failed load', async () => {
  const cache = createCache();
  const failing = () => Promise.reject(new Error('The database is away.'));

  await expect(cache(['scores', 'one', 1], failing)).rejects.toThrow('away');

  expect(await cache(['scores', 'one', 1], counted())).toEqual({ load: 1 });
});

const KIB = 1024;
const filled = (bytes: number) => async () => ({ text: 'x'.repeat(bytes) });

it('keeps one entry for a surface, the one of the newest version', async () => {
  const cache = createCache();
  const load = counted();

  for (const version of [1, 2, 1]) await cache(['scores', 'one', version], load);

  expect(await cache(['scores', 'one', 1], load)).toEqual({ load: 3 });
});

it('shares a value that is not to be cached among waiting callers, and then drops it', async () => {
  const cache = createCache();
  const load = counted();
  const read = () => cache(['reviews', 'one', 1, '2026-01-01'], load, { keep: false });

  const waiting = await Promise.all([read(), read()]);

  expect([...waiting, await read()]).toEqual([{ load: 1 }, { load: 1 }, { load: 2 }]);
});

it('gives no client more than its share, and takes its oldest entries first', async () => {
  const cache = createCache({ total: 1000 * KIB, client: 100 * KIB });
  await cache(['small', 'other', 1], async () => ({ load: 0 }));
  for (let surface = 0; surface < 50; surface++) await cache([`surface-${surface}`, 'one', 1], filled(10 * KIB));

  const reload = counted();
  const [newest, oldest, others] = [
    await cache(['surface-49', 'one', 1], reload as never),
    await cache(['surface-0', 'one', 1], reload as never),
    await cache(['small', 'other', 1], reload as never),
  ];

  expect(newest).toMatchObject({ text: expect.any(String) });
  expect(oldest).toEqual({ load: 1 });
  expect(others).toEqual({ load: 0 });
});

it('does not keep an entry that is larger than a share', async () => {
  const cache = createCache({ total: 1000 * KIB, client: 100 * KIB });
  const load = counted();
  const large = async () => ({ ...(await load()), text: 'x'.repeat(200 * KIB) });

  await cache(['reviews', 'one', 1], large);

  expect(await cache(['reviews', 'one', 1], large)).toMatchObject({ load: 2 });
});

it('computes two results of a client at a time, beside those of others, and refuses those that wait too long', async () => {
  const cache = createCache(undefined, 100);
  const ends = Promise.withResolvers<void>();
  const started: string[] = [];
  const read = (client: string, period: number) =>
    cache(['reviews', client, period], async () => {
      started.push(client);
      await ends.promise;
      return { period };
    });

  const busy = [1, 2, 3, 4].map((period) => read('busy', period));
  const other = read('other', 1);
  const refused = await Promise.all(busy.slice(2).map((answer) => answer.catch(({ code }) => code)));
  ends.resolve();

  expect(started).toEqual(['busy', 'busy', 'other']);
  expect(refused).toEqual(['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE']);
  expect(await Promise.all([...busy.slice(0, 2), other])).toEqual([{ period: 1 }, { period: 2 }, { period: 1 }]);
});
