import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { AccountDb } from '../../db/handles.ts';
import { mint, type Tenant } from '../../db/tenant.ts';
import type { Deps } from '../deps.ts';
import { isApiKey } from '../identity/api-keys.ts';
import { sessionToken, setSessionCookies } from '../identity/cookies.ts';
import { bearerOf, neighbourhoodOf } from '../identity/sender.ts';
import type { LiveSession } from '../identity/session.ts';
import type { Quota } from '../limits/limits.ts';
import { RATES, type RateName, type SubjectRate } from '../limits/rates.ts';

/** Who is calling: someone signed in, a pipeline with its key, or nobody we know. */
export type Caller =
  | ({ kind: 'person'; tenant: Tenant } & LiveSession)
  | { kind: 'key'; id: string; scopes: string[]; tenant: Tenant }
  | { kind: 'stranger' };

/** What handlers may use of the platform: neither the database nor anything that leads around the ladder. */
export type HandlerDeps = Pick<Deps, 'env' | 'log' | 'cache' | 'mail' | 'jobs' | 'sessions' | 'use'>;

/** Where the ladder finds the handles of the database. Nothing outside this folder imports it. */
export const HANDLES = Symbol('handles');

export interface RequestContext {
  deps: HandlerDeps;
  [HANDLES]: Pick<Database, 'accounts' | 'as'>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** A stranger, until `identify` has found out. */
  caller: Caller;
  /**
   * Finds out who is calling: the first thing that every procedure does. With `counting` it may count the call against
   * the general limit on the way, and then says where that stands.
   */
  identify: (how?: { counting: boolean }) => Promise<Quota | undefined>;
  /** Counts this call against a limit, by what that counts by. */
  hit: (name: RateName) => Promise<Quota>;
  /** Where the caller stands against a limit. */
  look: (name: RateName) => Promise<Quota>;
  /** Counts something against a limit by whom it is about, such as a mail by who gets it. */
  hitFor: (name: SubjectRate, subject: string) => Promise<Quota>;
}

interface Found {
  caller: Caller;
  quota?: Quota | undefined;
}

const STRANGER = { kind: 'stranger' } as const;

/** By what a limit counts a call of this caller. */
function countedBy(name: RateName, request: FastifyRequest, caller: Caller) {
  const { by } = RATES[name];
  if (by === 'address' || caller.kind === 'stranger') return neighbourhoodOf(request);
  if (by === 'client') return caller.tenant.clientId;
  return caller.kind === 'key' ? caller.id : caller.session.id;
}

/** The context of one HTTP request. A tRPC batch shares it: its first call finds out who is calling. */
export function buildContext(deps: Deps, request: FastifyRequest, reply: FastifyReply): RequestContext {
  let known: Promise<Found> | undefined;
  const { env, log, cache, mail, jobs, sessions, use, database, limits } = deps;
  const by = (name: RateName) => countedBy(name, request, context.caller);
  const context: RequestContext = {
    deps: { env, log, cache, mail, jobs, sessions, use },
    [HANDLES]: database,
    request,
    reply,
    caller: STRANGER,
    async identify(how = { counting: false }) {
      const first = known === undefined;
      known ??= find(deps, request, reply, how.counting);
      const { caller, quota } = await known;
      context.caller = caller;
      return first ? quota : undefined;
    },
    hit: (name) => limits.hit(name, by(name)),
    look: (name) => limits.look(name, by(name)),
    hitFor: (name, subject) => limits.hit(name, subject),
  };
  return context;
}

/**
 * THE tenant-scoped context builder: it runs before every procedure, and nothing else decides whose data a call sees.
 * The client comes from the session or the key, checked in the database now; nothing that a caller sends selects it.
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
  // Its cookies stay: this answer may come after one that gave the browser new ones, which it would take away.
  if (!live.session) return { caller: STRANGER };
  const { fresh, expiresAt, organization, calls } = live.session;
  if (fresh) setSessionCookies(reply, token, expiresAt);
  return {
    caller: { kind: 'person', ...live, tenant: mint(organization) },
    quota: calls && deps.limits.generalQuota(calls),
  };
}

/** The context of a procedure on the account tables. */
export type AccountContext = RequestContext & { db: AccountDb };
