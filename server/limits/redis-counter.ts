import type { Redis } from 'ioredis';
import type { Counter } from './counter.ts';

const PREFIX = 'portal-limit:';

// One script: a process that dies between two commands would leave a count without an expiry.
const HIT = `
local hits = redis.call('INCRBY', KEYS[1], ARGV[2])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], left)
end
return { hits, left }`;

const GIVE_BACK = `
local hits = tonumber(redis.call('GET', KEYS[1]) or 0)
if hits > 0 then redis.call('DECRBY', KEYS[1], math.min(hits, tonumber(ARGV[1]))) end`;

/** Counts in Redis. */
export function redisCounter(redis: Redis): Counter {
  return {
    async consume(key, window, weight = 1) {
      const [hits, left] = (await redis.eval(HIT, 1, `${PREFIX}${key}`, window, weight)) as [number, number];
      return { hits, left };
    },
    async refund(key, weight = 1) {
      await redis.eval(GIVE_BACK, 1, `${PREFIX}${key}`, weight);
    },
    async peek(key, window) {
      const [hits, left] = await Promise.all([redis.get(`${PREFIX}${key}`), redis.pttl(`${PREFIX}${key}`)]);
      return { hits: Number(hits ?? 0), left: left < 0 ? window : left };
    },
  };
}
