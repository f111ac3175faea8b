import type { Redis } from 'ioredis';
import type { Counter } from './counter.ts';

const PREFIX = 'portal-limit:';

// One script: a process that dies between two commands would leave a count without an expiry.
const HIT = `
local hits = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], left)
end
return { hits, left }`;

const GIVE_BACK = `
if tonumber(redis.call('GET', KEYS[1]) or 0) > 0 then redis.call('DECR', KEYS[1]) end`;

/** Counts in Redis. */
export function redisCounter(redis: Redis): Counter {
  return {
    async hit(key, window) {
      const [hits, left] = (await redis.eval(HIT, 1, `${PREFIX}${key}`, window)) as [number, number];
      return { hits, left };
    },
    async giveBack(key) {
      await redis.eval(GIVE_BACK, 1, `${PREFIX}${key}`);
    },
    async look(key, window) {
      const [hits, left] = await Promise.all([redis.get(`${PREFIX}${key}`), redis.pttl(`${PREFIX}${key}`)]);
      return { hits: Number(hits ?? 0), left: left < 0 ? window : left };
    },
  };
}
