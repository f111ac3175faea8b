import type { FastifyReply } from 'fastify';
import type { Redis } from 'ioredis';
import type { Database } from '../../db/database.ts';
import { PortalError } from '../errors.ts';
import { type Counter, counterKey, type HitCount } from './counter.ts';
import { memoryCounter } from './memory-counter.ts';
import { postgresCounter } from './postgres-counter.ts';
import { RATES, type RateName } from './rates.ts';
import { redisCounter } from './redis-counter.ts';

/** Where a count stands against its limit. */
export interface Quota {
  max: number;
  remaining: number;
  /** Milliseconds to the end of the window. */
  left: number;
  exceeded: boolean;
}

const UNLIMITED: Quota = { max: 0, remaining: 0, left: 0, exceeded: false };

/** Compares a count with a limit. No window has more left than it is long, whatever two clocks say of it. */
export const quotaOf = ({ max, window }: { max: number; window: number }, { hits, left }: HitCount): Quota => ({
  max,
  remaining: Math.max(0, max - hits),
  left: Math.min(left, window),
  exceeded: hits > max,
});

interface Backing {
  /** The general limit: calls per minute; 0 for none. */
  perMinute: number;
  database: Database;
  redis: Redis | undefined;
  /** Counts in the database even where that is embedded: for tests. */
  inDatabase: boolean;
}

/** The limits of `rates.ts` on the counter of this deployment: Redis, else the database, else this process's memory. */
export function openLimits({ perMinute, database, redis, inDatabase }: Backing) {
  const counter: Counter = redis
    ? redisCounter(redis)
    : inDatabase
      ? postgresCounter(database.accounts)
      : memoryCounter();
  const rates = { ...RATES, general: { ...RATES.general, max: perMinute } };

  const count = async (how: keyof Counter, name: RateName, by: string) => {
    const rate = rates[name];
    return rate.max === 0 ? UNLIMITED : quotaOf(rate, await counter[how](counterKey(name, by), rate.window));
  };
  return {
    /** Counts one call of somebody, by what the limit counts by. */
    hit: (name: RateName, by: string) => count('hit', name, by),
    /** Where somebody stands; counts nothing. */
    look: (name: RateName, by: string) => count('look', name, by),
    /** Whether the look-up of a session counts the call in the same statement. */
    withSession: !redis && inDatabase && rates.general.max > 0,
    /** Where a count stands that the look-up of a session took. */
    generalQuota: (taken: HitCount) => quotaOf(rates.general, taken),
  };
}

export type Limits = ReturnType<typeof openLimits>;

/** Tells the caller where the limit stands. Reset is in Unix seconds. */
export function setLimitHeaders(reply: FastifyReply, { max, remaining, left }: Quota) {
  reply.header('X-RateLimit-Limit', max);
  reply.header('X-RateLimit-Remaining', remaining);
  reply.header('X-RateLimit-Reset', Math.ceil((Date.now() + left) / 1000));
}

/** @throws RATE_LIMITED past the limit */
export function assertWithinLimit({ exceeded, left }: Quota) {
  if (exceeded) throw new PortalError('RATE_LIMITED', undefined, { retryAfter: Math.max(1, Math.ceil(left / 1000)) });
}
