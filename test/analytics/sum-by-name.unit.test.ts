import { expect, it } from 'vitest';
import { sumByName } from '../../routers/values/sum-by-name.ts';

interface Count {
  name: string;
  count: number;
}

const counts = () =>
  sumByName<Count>(
    {
      nameOf: ({ name }) => name,
      add: (known, { count }) => {
        known.count += count;
      },
      order: (one, other) => other.count - one.count || (one.name < other.name ? -1 : 1),
    },
    { most: 20, kept: 10 },
  );

const named = (from: number, to: number, count: number) =>
  Array.from({ length: to - from }, (_, n) => ({ name: `n${from + n}`, count }));

it('adds up counts by name over several parts, largest first', async () => {
  const { add, largest } = counts();
  for (const part of [named(0, 3, 2), named(1, 2, 5), named(2, 4, 1)]) await add(part);

  expect(await largest(3)).toEqual([
    { name: 'n1', count: 7 },
    { name: 'n2', count: 3 },
    { name: 'n0', count: 2 },
  ]);
});

it('of too many names forgets the small ones', async () => {
  const { add, largest } = counts();
  await add(named(0, 5, 100));
  for (let part = 0; part < 50; part++) await add(named(5 + 10 * part, 15 + 10 * part, 1));
  await add(named(0, 5, 1));

  const kept = await largest(1000);

  expect(kept.length).toBeLessThanOrEqual(20);
  expect(kept.slice(0, 5).map(({ count }) => count)).toEqual([101, 101, 101, 101, 101]);
});
