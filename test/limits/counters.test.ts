import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { rateLimits } from '../../db/schema/index.ts';
import type { Counter } from '../../server/limits/counter.ts';
import { memoryCounter } from '../../server/limits/memory-counter.ts';
import { postgresCounter, sweepCounters } from '../../server/limits/postgres-counter.ts';
import { redisCounter } from '../../server/limits/redis-counter.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { REDIS_URL, redisAnswers } from '../helpers/redis.ts';

const portal = portalForThisFile();
const redis = redisAnswers ? new Redis(REDIS_URL) : undefined;
afterAll(() => redis?.disconnect());

const COUNTERS: Record<string, () => Counter> = {
  memory: () => memoryCounter(),
  // The same statements on the embedded database and on a server.
  PostgreSQL: () => postgresCounter(portal.deps.database.accounts),
  ...(redis && { Redis: () => redisCounter(redis) }),
};

const MINUTE = 60_000;
const many = <T>(count: number, ask: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => ask(turn)));

describe.each(Object.entries(COUNTERS))('the counter in %s', (_name, open) => {
  it('counts every one of many hits at once', async () => {
    const counter = open();
    const key = randomUUID();

    const counts = await many(50, () => counter.consume(key, MINUTE));

    expect(counts.map(({ hits }) => hits).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
    for (const { left } of counts) {
      expect(left).toBeGreaterThan(MINUTE - 10_000);
      expect(left).toBeLessThanOrEqual(MINUTE + 1);
    }
  });

  it('counts keys apart, also in one batch', async () => {
    const counter = open();
    const keys = [randomUUID(), randomUUID()] as const;

    const counts = await many(9, (turn) => counter.consume(keys[turn % 3 ? 0 : 1], MINUTE));

    expect(counts.filter((_, turn) => turn % 3).map(({ hits }) => hits)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(counts.filter((_, turn) => turn % 3 === 0).map(({ hits }) => hits)).toEqual([1, 2, 3]);
  });

  it('looks without counting', async () => {
    const counter = open();
    const key = randomUUID();

    const before = await counter.peek(key, MINUTE);
    await counter.consume(key, MINUTE);
    const after = [await counter.peek(key, MINUTE), await counter.peek(key, MINUTE)];

    expect(before).toEqual({ hits: 0, left: MINUTE });
    expect(after.map(({ hits }) => hits)).toEqual([1, 1]);
  });

  it('takes hits back, never below zero, in the same window', async () => {
    const counter = open();
    const key = randomUUID();
    await many(3, () => counter.consume(key, MINUTE));

    await many(2, () => counter.refund(key));
    const one = await counter.peek(key, MINUTE);
    await many(5, () => counter.refund(key));
    const none = await counter.consume(key, MINUTE);

    expect([one.hits, none.hits]).toEqual([1, 1]);
    expect(none.left).toBeLessThanOrEqual(one.left);
  });

  it('counts a hit by its weight, and takes as much back', async () => {
    const counter = open();
    const key = randomUUID();
    const weights = [700_000_000_000, 1, 30];

    const counts = await many(3, (turn) => counter.consume(key, MINUTE, weights[turn]));
    await counter.refund(key, 700_000_000_001);
    const left = await counter.peek(key, MINUTE);
    await counter.refund(key, 31);
    const none = await counter.peek(key, MINUTE);

    const sums = counts.map(({ hits }) => hits).sort((a, b) => a - b);
    expect(sums).toEqual([700_000_000_000, 700_000_000_001, 700_000_000_031]);
    expect([left.hits, none.hits]).toEqual([30, 0]);
  });

  it('opens a new window when the old one ends, and not before', async () => {
    const counter = open();
    const [long, short] = [randomUUID(), randomUUID()];

    const within = [await counter.consume(long, MINUTE), await counter.consume(long, MINUTE)];
    const first = await counter.consume(short, 100);
    await wait(first.left + 50);
    const next = await counter.consume(short, MINUTE);

    expect(within.map(({ hits }) => hits)).toEqual([1, 2]);
    expect([first.hits, next.hits]).toEqual([1, 1]);
  });
});

it('the sweep deletes counters whose window is over, and no other', async () => {
  const { accounts } = portal.deps.database;
  const counter = postgresCounter(accounts);
  const [over, open] = [randomUUID(), randomUUID()];
  await counter.consume(over, 1);
  await counter.consume(open, MINUTE);
  await wait(20);

  await sweepCounters(accounts);

  const keys = (await accounts.select({ key: rateLimits.key }).from(rateLimits)).map(({ key }) => key);
  expect(keys).toContain(open);
  expect(keys).not.toContain(over);
});
