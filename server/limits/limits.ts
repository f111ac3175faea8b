import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Redis } from 'ioredis';
import type { Database } from '../../db/database.ts';
import { PortalError } from '../errors.ts';
import type { Consumed, Counter } from './counter.ts';
import { withFallback } from './fallback-counter.ts';
import { memoryCounter } from './memory-counter.ts';
import { postgresCounter } from './postgres-counter.ts';
import { RATES, type RateName } from './rates.ts';
import { redisCounter } from './redis-counter.ts';

/** A count compared with its limit. */
export interface Quota {
  max: number;
  /** Milliseconds. */
  window: number;
  remaining: number;
  /** Milliseconds to the end of the window. */
  left: number;
  exceeded: boolean;
}

/** The quota where there is no limit, or a call is counted already. */
export const UNLIMITED: Quota = { max: 0, window: 0, remaining: 0, left: 0, exceeded: false };

/** Compares a count with a limit. The remaining time is capped at the window, since clocks of two machines differ. */
export const quotaOf = ({ max, window }: { max: number; window: number }, { hits, left }: Consumed): Quota => ({
  max,
  window,
  remaining: Math.max(0, max - hits),
  left: Math.min(left, window),
  exceeded: hits > max,
});

/** The general quotas of a caller with a session or key: its own, and that of its organization. */
export interface GeneralQuotas {
  general: Quota;
  organization: Quota;
}

interface Backing {
  /** The general limits, in calls per minute: of a session, and of an organization; 0 for none. */
  perMinute: { session: number; client: number };
  /** Attempts to sign in within 15 minutes: of an address, and of a device that the account knows. */
  loginAttempts: number;
  /** Bytes of ingestion of a client in a day; 0 for no limit. */
  ingestBytes: number;
  database: Database;
  redis: Redis | undefined;
  /** Counts in the database, even an embedded one. */
  inDatabase: boolean;
}

/** The name of a counter: the limit and its subject. */
export const counterKey = (name: RateName, by: string) => `${name}:${by}`;

/** Subjects are hashed: most are addresses of people, who may have been erased meanwhile. */
const keyOf = (name: RateName, by: string) =>
  counterKey(name, RATES[name].by === 'subject' ? hash('sha256', by, 'base64url') : by);

/**
 * Opens the limits of `rates.ts`, counted in Redis; without or while it is unreachable in the database, else in memory.
 */
export function openLimits({ perMinute, loginAttempts, ingestBytes, database, redis, inDatabase }: Backing) {
  const withoutRedis = inDatabase ? postgresCounter(database.callers) : memoryCounter();
  const counter: Counter = redis ? withFallback(redisCounter(redis), withoutRedis) : withoutRedis;
  const rates = {
    ...RATES,
    general: { ...RATES.general, max: perMinute.session },
    client: { ...RATES.client, max: perMinute.client },
    login: { ...RATES.login, max: loginAttempts },
    deviceLogin: { ...RATES.deviceLogin, max: loginAttempts },
    ingestBytes: { ...RATES.ingestBytes, max: ingestBytes },
  };

  const count = async (how: 'consume' | 'peek', name: RateName, by: string, weight?: number) => {
    const rate = rates[name];
    return rate.max === 0 ? UNLIMITED : quotaOf(rate, await counter[how](keyOf(name, by), rate.window, weight));
  };
  return {
    /** Counts one call, or as many as it weighs; `by` is the subject of the limit. */
    consume: (name: RateName, by: string, weight?: number) => count('consume', name, by, weight),
    /** Reads the count without adding to it. */
    peek: (name: RateName, by: string) => count('peek', name, by),
    /** Takes a hit back: the call turned out not to be one that the limit is for. */
    refund: async (name: RateName, by: string, weight?: number) => {
      if (rates[name].max > 0) await counter.refund(keyOf(name, by), weight);
    },
    /** Whether the session look-up counts the call in the same statement. */
    withSession: !redis && inDatabase && rates.general.max > 0 && rates.client.max > 0,
    /** The quotas for the counts taken by the session look-up. */
    generalQuotas: ({ general, client }: { general: Consumed; client: Consumed }) => ({
      general: quotaOf(rates.general, general),
      organization: quotaOf(rates.client, client),
    }),
  };
}

export type Limits = ReturnType<typeof openLimits>;

/** Sets the X-RateLimit headers. Reset is in Unix seconds. */
export function setLimitHeaders(reply: FastifyReply, { max, remaining, left }: Quota) {
  reply.header('X-RateLimit-Limit', max);
  reply.header('X-RateLimit-Remaining', remaining);
  reply.header('X-RateLimit-Reset', Math.ceil((Date.now() + left) / 1000));
}

const policyOf = (name: string, { max, window }: Quota) => `"${name}";q=${max};w=${window / 1000}`;
const stateOf = (name: string, { remaining, left }: Quota) => `"${name}";r=${remaining};t=${Math.ceil(left / 1000)}`;

/**
 * Sets the RateLimit headers (draft-ietf-httpapi-ratelimit-headers) of a call that counts against the general limit.
 * The limit of the organization is reported once it is the one that refuses.
 *
 * @throws RATE_LIMITED when one of the two is exceeded
 */
export function assertWithinGeneral(reply: FastifyReply, general: Quota, organization?: Quota) {
  const policies = general.max > 0 ? [policyOf('general', general)] : [];
  const states = general.max > 0 ? [stateOf('general', general)] : [];
  if (organization?.exceeded) {
    policies.push(policyOf('organization', organization));
    states.push(stateOf('organization', organization));
  }
  if (policies.length > 0) reply.header('RateLimit-Policy', policies.join(', ')).header('RateLimit', states.join(', '));
  assertWithinLimit(general);
  if (organization) assertWithinLimit(organization);
}

/** @throws RATE_LIMITED when the limit is exceeded, with `sentence` if it has one of its own */
export function assertWithinLimit({ exceeded, left }: Pick<Quota, 'exceeded' | 'left'>, sentence?: string) {
  if (exceeded) throw new PortalError('RATE_LIMITED', sentence, { retryAfter: Math.max(1, Math.ceil(left / 1000)) });
}
