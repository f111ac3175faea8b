import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/connection.ts';
import type { AccountDb } from '../../db/handles.ts';
import { mint, type Tenant } from '../../db/tenant.ts';
import type { Deps } from '../deps.ts';
import { bearerOf } from '../http/sender.ts';
import { isApiKey } from '../identity/api-keys.ts';
import { sessionToken, setSessionCookies } from '../identity/cookies.ts';
import type { LiveSession } from '../identity/session.ts';
import { countsInDatabase, type RateName, type Verdict, verdictOf } from '../limits/limit.ts';
import { RATES } from '../limits/numbers.ts';

/** Who is calling: someone signed in, a pipeline with its key, or nobody we know. */
export type Caller =
  | ({ kind: 'person'; tenant: Tenant } & LiveSession)
  | { kind: 'key'; id: string; scopes: string[]; tenant: Tenant }
  | { kind: 'stranger' };

/** What handlers may use of the platform: neither the database nor anything that leads around the ladder. */
export type HandlerDeps = Pick<Deps, 'env' | 'log' | 'cache' | 'mail' | 'jobs' | 'sessions' | 'use'>;

/** Where the ladder finds the handles of the database. Nothing outside this folder imports it. */
export const HANDLES = Symbol('handles');

export interface Context {
  deps: HandlerDeps;
  [HANDLES]: Pick<Database, 'accounts' | 'as'>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** A stranger, until `identify` has found out. */
  caller: Caller;
  /**
   * Finds out who is calling: the first thing that every procedure does. With `counting` it may count the call against
   * `everyOther` on the way, and then says where that stands.
   */
  identify: (how?: { counting: boolean }) => Promise<Verdict | undefined>;
  /** Counts this call against a limit. */
  spend: (name: RateName, how?: Counting) => Promise<Verdict>;
}

/** How a call is counted: `increment: false` only looks; `of` is what it counts against, instead of the caller. */
interface Counting {
  increment?: boolean;
  of?: string;
}

/** Counts one call of a caller against a limit: made by server/limits/limit.ts. */
export type Spend = (name: RateName, request: FastifyRequest, caller: Caller, how?: Counting) => Promise<Verdict>;

interface Found {
  caller: Caller;
  verdict?: Verdict | undefined;
}

const STRANGER = { kind: 'stranger' } as const;

/** The context of one HTTP request. A tRPC batch shares it: its first call finds out who is calling. */
export function buildContext(deps: Deps, spend: Spend, request: FastifyRequest, reply: FastifyReply): Context {
  let known: Promise<Found> | undefined;
  const { env, log, cache, mail, jobs, sessions, use, database } = deps;
  const context: Context = {
    deps: { env, log, cache, mail, jobs, sessions, use },
    [HANDLES]: database,
    request,
    reply,
    caller: STRANGER,
    async identify(how = { counting: false }) {
      const first = known === undefined;
      known ??= find(deps, request, reply, how.counting);
      const { caller, verdict } = await known;
      context.caller = caller;
      return first ? verdict : undefined;
    },
    spend: (name, how) => spend(name, request, context.caller, how),
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

  const live = await deps.sessions.check(token, { counting: counting && countsInDatabase(deps) });
  // Its cookies stay: this answer may come after one that gave the browser new ones, which it would take away.
  if (!live.session) return { caller: STRANGER };
  const { fresh, expiresAt, organization, calls } = live.session;
  if (fresh) setSessionCookies(reply, token, expiresAt);
  return {
    caller: { kind: 'person', ...live, tenant: mint(organization) },
    verdict: calls && verdictOf({ ...RATES.everyOther, max: deps.env.RATE_LIMIT_PER_MINUTE }, calls),
  };
}

/** The context of a procedure on the account tables. */
export type AccountContext = Context & { db: AccountDb };
