import rateLimitPlugin from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { PortalError } from '../errors.ts';
import { neighbourhoodOf } from '../http/sender.ts';
import type { Caller, Context, Spend } from '../trpc/context.ts';
import { RATES } from './numbers.ts';
import { postgresStore } from './postgres.ts';
import { type Count, memoryStore } from './store.ts';

export type RateName = keyof typeof RATES;

export interface Verdict {
  max: number;
  remaining: number;
  /** Milliseconds to the end of the window. */
  left: number;
  exceeded: boolean;
}

const UNLIMITED: Verdict = { max: 0, remaining: 0, left: 0, exceeded: false };

/** Where a count stands against a limit. No window has more left than it is long, whatever two clocks say of it. */
export const verdictOf = ({ max, window }: { max: number; window: number }, { current, ttl }: Count): Verdict => ({
  max,
  remaining: Math.max(0, max - current),
  left: Math.min(ttl, window),
  exceeded: current > max,
});

/** Whether `everyOther` is counted where sessions are looked up, so that one statement can do both. */
export const countsInDatabase = ({ env, redis, database }: Deps) =>
  !redis && !database.embedded && env.RATE_LIMIT_PER_MINUTE > 0;

/** What a limit counts by, where the call itself does not say. */
function counterKey(name: RateName, request: FastifyRequest, caller: Caller) {
  const ofClient = name === 'insights' || name === 'invitations';
  if (ofClient && caller.kind !== 'stranger') return caller.tenant.clientId;
  if (name !== 'everyOther' || caller.kind === 'stranger') return neighbourhoodOf(request);
  return caller.kind === 'key' ? caller.id : caller.session.id;
}

/** Registers the counters of server/limits/numbers.ts on one shared store; the returned function counts one call, or only looks. */
export async function rateLimits(app: FastifyInstance, { env, database, redis }: Deps): Promise<Spend> {
  const shared = redis
    ? { redis, nameSpace: 'portal-limit:' }
    : { store: database.embedded ? memoryStore() : postgresStore(database.accounts) };
  await app.register(rateLimitPlugin, { global: false, ...shared });

  const counter = (max: number, window: number) =>
    app.createRateLimit({
      max,
      timeWindow: window,
      keyGenerator: (request) => (request as unknown as { key: string }).key,
    });
  const rates = { ...RATES, everyOther: { ...RATES.everyOther, max: env.RATE_LIMIT_PER_MINUTE } };
  const counters = Object.fromEntries(
    Object.entries(rates).map(([name, { max, window }]) => [name, counter(max, window)]),
  );

  return async (name, request, caller, { increment = true, of = counterKey(name, request, caller) } = {}) => {
    if (name === 'everyOther' && env.RATE_LIMIT_PER_MINUTE === 0) return UNLIMITED;
    // The plugin asks for a request; it reads no more of it than this.
    const counted = { key: `${name}:${of}`, routeOptions: {} } as unknown as FastifyRequest;
    const seen = await counters[name]?.(counted, { increment });
    if (!seen || seen.isAllowed) throw new Error(`No counter for ${name}.`);
    return {
      max: seen.max,
      remaining: seen.remaining,
      left: Math.min(seen.ttl, rates[name].window),
      exceeded: seen.isExceeded,
    };
  };
}

type MailBudget = 'mailsTo' | 'warningsTo' | 'invitationsTo';

/** Counts a mail that a caller asks for against the address that gets it, known here or not; says whether it may go. */
export async function mayMail({ spend }: Pick<Context, 'spend'>, address: string, budget: MailBudget = 'mailsTo') {
  const { exceeded } = await spend(budget, { of: address });
  return !exceeded;
}

/** Tells the caller where the limit stands. Reset is in Unix seconds. */
export function announce(reply: FastifyReply, { max, remaining, left }: Verdict) {
  reply.header('X-RateLimit-Limit', max);
  reply.header('X-RateLimit-Remaining', remaining);
  reply.header('X-RateLimit-Reset', Math.ceil((Date.now() + left) / 1000));
}

export const rateLimited = ({ left }: Verdict) =>
  new PortalError('RATE_LIMITED', undefined, { retryAfter: Math.max(1, Math.ceil(left / 1000)) });
