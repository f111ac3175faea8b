import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { AccountDb } from '../../db/handles.ts';
import { mint, type Tenant } from '../../db/tenant.ts';
import type { Deps } from '../deps.ts';
import { isApiKey } from '../identity/api-keys.ts';
import { refreshSessionCookies, sessionToken, settleCookies } from '../identity/cookies.ts';
import { bearerOf, neighbourhoodOf } from '../identity/sender.ts';
import type { LiveSession } from '../identity/session.ts';
import type { GeneralQuotas, Quota } from '../limits/limits.ts';
import { RATES, type RateName, type SubjectRate } from '../limits/rates.ts';

/** The caller: a signed-in person, a pipeline with an API key, or a stranger. */
export type Caller =
  | ({ kind: 'person'; tenant: Tenant } & LiveSession)
  | { kind: 'key'; id: string; scopes: string[]; tenant: Tenant }
  | { kind: 'stranger' };

/** The part of the platform for handlers: without the database, which they get scoped from their procedure. */
export type HandlerDeps = Pick<Deps, 'env' | 'log' | 'cache' | 'mail' | 'jobs' | 'sessions' | 'worker' | 'use'>;

/** The key of the database handles in the context. Only this folder imports it. */
export const HANDLES = Symbol('handles');

export interface RequestContext {
  deps: HandlerDeps;
  [HANDLES]: Pick<Database, 'accounts' | 'as'>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** A stranger until `identify` has run. */
  caller: Caller;
  /**
   * Identifies the caller, as the first step of every procedure. With `counting` it may count the call against the
   * general limit in the same statement, and then returns the quota.
   */
  identify: (how?: { counting: boolean }) => Promise<GeneralQuotas | undefined>;
  /** Ends the call: only one that succeeded extends the session and changes cookies. */
  settle: (outcome: { succeeded: boolean }) => Promise<void>;
  /** Counts this call against a limit. */
  hit: (name: RateName) => Promise<Quota>;
  /** Reads the caller's quota without counting. */
  look: (name: RateName) => Promise<Quota>;
  /** Counts against a limit of a subject, such as the recipient of a mail. */
  hitFor: (name: SubjectRate, subject: string) => Promise<Quota>;
}

interface Found {
  caller: Caller;
  quotas?: GeneralQuotas | undefined;
  /** Extends the session, whose lifetime is more than half over. */
  extend?: (() => Promise<void>) | undefined;
}

const STRANGER = { kind: 'stranger' } as const;

/** The subject that a limit counts this call by. */
function countedBy(name: RateName, request: FastifyRequest, caller: Caller) {
  const { by } = RATES[name];
  if (by === 'address' || caller.kind === 'stranger') return neighbourhoodOf(request);
  if (by === 'client') return caller.tenant.clientId;
  return caller.kind === 'key' ? caller.id : caller.session.id;
}

/** Builds the context of one HTTP request. A tRPC batch shares it: its first call identifies the caller. */
export function buildContext(deps: Deps, request: FastifyRequest, reply: FastifyReply): RequestContext {
  let known: Promise<Found> | undefined;
  const { env, log, cache, mail, jobs, sessions, worker, use, database, limits } = deps;
  const by = (name: RateName) => countedBy(name, request, context.caller);
  const context: RequestContext = {
    deps: { env, log, cache, mail, jobs, sessions, worker, use },
    [HANDLES]: database,
    request,
    reply,
    caller: STRANGER,
    async identify(how = { counting: false }) {
      const first = known === undefined;
      known ??= find(deps, request, reply, how.counting);
      const { caller, quotas } = await known;
      context.caller = caller;
      return first ? quotas : undefined;
    },
    async settle(outcome) {
      const found = await known;
      const extend = outcome.succeeded ? found?.extend : undefined;
      if (found && extend) {
        found.extend = undefined;
        // The work is done: the answer must not fail for the sake of the lifetime.
        await extend().catch((err) => request.log.warn({ err }, 'A session was not extended.'));
      }
      settleCookies(reply, outcome);
    },
    hit: (name) => limits.hit(name, by(name)),
    look: (name) => limits.look(name, by(name)),
    hitFor: (name, subject) => limits.hit(name, subject),
  };
  return context;
}

/**
 * The tenant-scoped context builder: it runs before every procedure, and nothing else decides whose data a call sees.
 * The tenant comes from the session or the key, verified in the database on each call, never from the caller's input.
 */
async function find(deps: Deps, request: FastifyRequest, reply: FastifyReply, counting: boolean): Promise<Found> {
  const key = bearerOf(request);
  if (key && isApiKey(key)) {
    const found = await deps.apiKeys.check(key, request);
    if (!found) return { caller: STRANGER };
    return { caller: { kind: 'key', id: found.id, scopes: found.scopes, tenant: mint(found.organization) } };
  }

  const token = sessionToken(request);
  if (!token) return { caller: STRANGER };

  const live = await deps.sessions.check(token, { counting: counting && deps.limits.withSession });
  // Cookies are not cleared: this answer may arrive after one that set new ones, and would delete those.
  if (!live.session) return { caller: STRANGER };
  const { session } = live;
  const extend = async () => {
    await deps.sessions.extend(session);
    refreshSessionCookies(reply, token, session.expiresAt);
  };
  return {
    caller: { kind: 'person', ...live, tenant: mint(session.organization) },
    quotas: session.calls && deps.limits.generalQuotas(session.calls),
    extend: session.fresh ? extend : undefined,
  };
}

/** The context of a procedure on the account tables. */
export type AccountContext = RequestContext & { db: AccountDb };
