import { describe, expect, it } from 'vitest';
import { fairQueue } from '../../flow/fair-queue.ts';
import { longTurns } from '../../flow/long-turns.ts';

const bounds = { freeMs: 50, limitMs: 1000, forgivenPerMs: 0.5, maxDebtMs: 4000 };

/** Accounts with a clock that the test sets. */
function accounts() {
  let time = 0;
  const turns = longTurns(bounds, () => time);
  return {
    ...turns,
    isOver: (key: string) => turns.debtOf(key) > 0,
    pass: (milliseconds: number) => (time += milliseconds),
  };
}

describe('The accounts of long turns', () => {
  it('count nothing of short turns, however many', () => {
    const turns = accounts();
    for (let n = 0; n < 10_000; n++) turns.add('busy', 50);

    expect(turns.isOver('busy')).toBe(false);
  });

  it('tell who has taken much time in long turns, and nobody else', () => {
    const turns = accounts();
    for (let n = 0; n < 5; n++) turns.add('greedy', 300);
    turns.add('modest', 300);

    expect(turns.isOver('greedy')).toBe(true);
    expect(turns.isOver('modest')).toBe(false);
  });

  it('forget half a second in each second, and all within eight', () => {
    const turns = accounts();
    turns.add('once', 1550);
    turns.add('for long', 600_000);

    turns.pass(999);
    expect(turns.isOver('once')).toBe(true);
    turns.pass(1);
    expect(turns.isOver('once')).toBe(false);
    turns.pass(5000);
    expect(turns.isOver('for long')).toBe(false);
  });

  it('leave a key one turn at a time in a queue that asks them', async () => {
    const turns = accounts();
    const queue = fairQueue({ atOnce: 10, perKey: (key) => (turns.isOver(key) ? 1 : 4), waiting: 100 });
    const enter = (key: string) => Array.from({ length: 4 }, () => queue.tryEnter(key)).filter(Boolean).length;
    turns.add('greedy', 5000);

    expect(enter('greedy')).toBe(1);
    expect(enter('modest')).toBe(4);
  });

  it('hear of each turn from the queue before the next one starts', async () => {
    const heard: string[] = [];
    const queue = fairQueue({ atOnce: 1, perKey: 1, waiting: 100, ended: (key) => heard.push(`${key} ended`) });
    const work = (key: string) => queue.run(key, async () => heard.push(`${key} started`));

    await Promise.all([work('one'), work('two')]);

    expect(heard).toEqual(['one started', 'one ended', 'two started', 'two ended']);
  });
});
