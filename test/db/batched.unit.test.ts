import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { batched } from '../../db/batched.ts';

/** A loader whose loads end when told to; it keeps what each was asked for. */
function held() {
  const loads: { keys: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const load = batched<number, number>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<number[]>();
    loads.push({ keys, end: () => resolve(keys.map((key) => key * 10)), fail: reject });
    return promise;
  });
  return { load, loads, asked: () => loads.map(({ keys }) => keys) };
}

const turns = async (count: number) => {
  for (let left = count; left > 0; left--) await turn();
};

describe('Batched statements', () => {
  it('combine simultaneous calls, equal keys included, and answer each', async () => {
    const { load, loads, asked } = held();

    const answers = Promise.all([1, 2, 2, 3].map(load));
    await turns(5);
    loads[0]?.end();

    expect(await answers).toEqual([10, 20, 20, 30]);
    expect(asked()).toEqual([[1, 2, 2, 3]]);
  });

  it('wait only while each turn of the event loop brings another caller', async () => {
    const { load, asked } = held();

    for (const key of [1, 2, 3]) {
      const next = turn();
      load(key);
      await next;
    }
    await turns(5);

    expect(asked()).toEqual([[1, 2, 3]]);
  });

  it('start after a bounded wait when callers keep arriving', async () => {
    const { load, asked } = held();

    for (let key = 0; key < 100 && asked().length === 0; key++) {
      const next = turn();
      load(key);
      await next;
    }

    expect(asked()).toHaveLength(1);
    expect(asked()[0]?.length).toBeGreaterThan(10);
    expect(asked()[0]?.length).toBeLessThan(50);
  });

  it('run two at a time and collect later callers for the next', async () => {
    const { load, loads, asked } = held();
    for (const key of [1, 2, 3, 4]) {
      load(key);
      await turns(5);
    }

    const before = asked();
    loads[0]?.end();
    await turns(5);

    expect(before).toEqual([[1], [2]]);
    expect(asked()).toEqual([[1], [2], [3, 4]]);
  });

  it('fail only for their own callers', async () => {
    const { load, loads } = held();
    const first = load(1);
    await turns(5);
    const second = load(2);
    await turns(5);

    loads[0]?.fail(new Error('The database went away.'));
    loads[1]?.end();

    await expect(first).rejects.toThrow('went away');
    expect(await second).toBe(20);
    const third = load(3);
    await turns(5);
    loads[2]?.end();
    expect(await third).toBe(30);
  });
});
