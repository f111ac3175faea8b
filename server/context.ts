import type { FastifyReply, FastifyRequest } from 'fastify';
import { isApiKey } from './auth/api-keys.ts';
import { clearSessionCookies, sessionToken, setSessionCookies } from './auth/cookies.ts';
import type { LiveSession } from './auth/session.ts';
import type { Deps } from './deps.ts';
import { bearerOf } from './http/sender.ts';
import type { RateName, Verdict } from './rate-limit.ts';
import { mint, type Tenant } from './tenant.ts';

/** Who is calling: someone signed in, a pipeline with its key, or nobody we know. */
export type Caller =
  | ({ kind: 'person'; tenant: Tenant } & LiveSession)
  | { kind: 'key'; id: string; scopes: string[]; tenant: Tenant }
  | { kind: 'stranger' };

export interface Context {
  deps: Deps;
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller;
  /** Counts this call against a limit. */
  spend: (name: RateName, how?: Counting) => Promise<Verdict>;
}

/** How a call is counted: `increment: false` only looks; `of` is what it counts against, instead of the caller. */
interface Counting {
  increment?: boolean;
  of?: string;
}

/** Counts one call of a caller against a limit: made by server/rate-limit.ts. */
export type Spend = (name: RateName, request: FastifyRequest, caller: Caller, how?: Counting) => Promise<Verdict>;

/** The context of one HTTP request; a tRPC batch shares it. */
export async function buildContext(
  deps: Deps,
  spend: Spend,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  const caller = await identify(deps, request, reply);
  return { deps, request, reply, caller, spend: (name, how) => spend(name, request, caller, how) };
}

/**
 * THE tenant-scoped context builder: it runs before every procedure, and nothing else decides whose data a call sees.
 * The client comes from the session or the key, checked in the database now; nothing that a caller sends selects it.
 */
async function identify(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const key = bearerOf(request);
  if (key && isApiKey(key)) {
    const found = await deps.apiKeys.check(key, request);
    return found
      ? { kind: 'key', id: found.id, scopes: found.scopes, tenant: mint(found.organization) }
      : { kind: 'stranger' };
  }

  const token = sessionToken(request);
  if (!token) return { kind: 'stranger' };

  const live = await deps.sessions.check(token);
  if (!live.session) {
    clearSessionCookies(reply);
    return { kind: 'stranger' };
  }
  if (live.session.fresh) setSessionCookies(reply, token, live.session.expiresAt);
  return { kind: 'person', ...live, tenant: mint(live.session.organization) };
}
