import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fairQueue, QueueFull } from '../../flow/fair-queue.ts';

const bounds = { atOnce: 4, perKey: 2, waiting: 100 };

describe('A fair queue', () => {
  it('lets one key wait for itself while others are served', async () => {
    const queue = fairQueue({ ...bounds, atOnce: 2 });
    const order: string[] = [];
    const work = (key: string) =>
      queue.run(key, async () => {
        await wait(1);
        order.push(key);
      });

    await Promise.all([...Array.from({ length: 50 }, () => work('greedy')), work('modest'), work('modest')]);

    expect(order.lastIndexOf('modest')).toBeLessThan(6);
  });

  it('lets a key in debt wait for all others, and serves it at once when none waits', async () => {
    const order: string[] = [];
    const yielding = new Set(['greedy']);
    const queue = fairQueue({ ...bounds, atOnce: 1, debt: (key) => (yielding.has(key) ? 1 : 0) });
    const work = (key: string) => queue.run(key, async () => void order.push(key));

    await work('greedy');
    await Promise.all(['first', 'greedy', 'modest', 'modest', 'other', 'other'].map(work));

    expect(order).toEqual(['greedy', 'first', 'modest', 'other', 'modest', 'other', 'greedy']);
  });

  it('serves the key with the least debt before those with more', async () => {
    const debts: Record<string, number> = { greedy: 100, busy: 20, modest: 5 };
    const queue = fairQueue({ ...bounds, atOnce: 1, debt: (key) => debts[key] ?? 0 });
    const order: string[] = [];
    const work = (key: string) => queue.run(key, async () => void order.push(key));

    await Promise.all(['first', 'greedy', 'busy', 'modest', 'none'].map(work));

    expect(order).toEqual(['first', 'none', 'modest', 'busy', 'greedy']);
  });

  it('lets few of all keys in debt run at once, however many there are', async () => {
    const yielding = new Set(['one', 'two', 'three']);
    const queue = fairQueue({ ...bounds, debt: (key) => (yielding.has(key) ? 1 : 0), inDebt: 1 });
    const started: string[] = [];
    const work = (key: string) => queue.run(key, () => wait(started.push(key)));

    const all = Promise.all(['one', 'two', 'three', 'other', 'another'].map(work));
    const atOnce = [...started];
    await all;

    expect(atOnce).toEqual(['one', 'other', 'another']);
    expect(started.slice(3).sort()).toEqual(['three', 'two']);
    expect(queue.load().running).toBe(0);
  });

  it('refuses the requests of one key past its bound, and serves the others', async () => {
    const queue = fairQueue({ ...bounds, waiting: 3 });
    const endless = () => queue.run('greedy', () => wait(50));
    const started = Array.from({ length: 5 }, endless);

    await expect(endless()).rejects.toThrow(QueueFull);
    await expect(queue.run('modest', async () => 'served')).resolves.toBe('served');
    await Promise.all(started);
  });

  it('ends a wait when its signal aborts, and gives the place to the next', async () => {
    const queue = fairQueue({ ...bounds, atOnce: 1 });
    const first = await queue.enter('one');
    const givenUp = new AbortController();
    const second = queue.enter('one', givenUp.signal);
    const third = queue.run('one', async (waited) => waited);

    givenUp.abort();
    await expect(second).rejects.toThrow(QueueFull);
    await expect(queue.enter('one', AbortSignal.abort())).rejects.toThrow(QueueFull);
    first();

    await expect(third).resolves.toBe(true);
    expect(queue.load()).toMatchObject({ running: 0, waiting: 0 });
  });

  it('makes no signal for work that need not wait', async () => {
    const queue = fairQueue(bounds);

    await queue.run(
      'one',
      async () => {},
      () => expect.unreachable(),
    );
  });

  it('serves everything, never more at once than allowed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }), async (keys) => {
        const queue = fairQueue(bounds);
        const running = new Map<string, number>();
        let most = 0;
        let mostOfOne = 0;
        const work = async (key: string) => {
          running.set(key, (running.get(key) ?? 0) + 1);
          most = Math.max(
            most,
            [...running.values()].reduce((sum, count) => sum + count, 0),
          );
          mostOfOne = Math.max(mostOfOne, running.get(key) ?? 0);
          await null;
          running.set(key, (running.get(key) ?? 0) - 1);
          return key;
        };

        const served = await Promise.all(keys.map((key) => queue.run(key, () => work(key))));

        expect(served).toEqual(keys);
        expect(most).toBeLessThanOrEqual(bounds.atOnce);
        expect(mostOfOne).toBeLessThanOrEqual(bounds.perKey);
      }),
    );
  });
});
