import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isApiKey } from './auth/api-keys.ts';
import { clearSessionCookies, sessionToken, setSessionCookies } from './auth/cookies.ts';
import type { LiveSession } from './auth/session.ts';
import type { Deps } from './deps.ts';
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
  /** Counts this call against a limit, or only looks. */
  spend: (name: RateName, how?: { increment: boolean }) => Promise<Verdict>;
}

/** Counts one call of a caller against a limit: made by server/rate-limit.ts. */
export type Spend = (name: RateName, request: FastifyRequest, caller: Caller, increment?: boolean) => Promise<Verdict>;

/** The context of one HTTP request; a tRPC batch shares it. */
export async function buildContext(
  deps: Deps,
  spend: Spend,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  const caller = await identify(deps, request, reply);
  return { deps, request, reply, caller, spend: (name, how) => spend(name, request, caller, how?.increment) };
}

const WITH_PORT = /^\[?([^\]]*?)\]?(:\d{1,5})?$/;

/** The caller's address: what a trusted proxy says, where that is an address, with or without a port; else the socket's. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  const bare = isIP(ip) ? ip : (WITH_PORT.exec(ip)?.[1] ?? '');
  return (isIP(bare) ? bare : (socket.remoteAddress ?? '')).toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
}

const AGENT_CHARACTERS = 512;

/** What the caller's program calls itself, cut to a length that can be kept. */
export const agentOf = ({ headers }: FastifyRequest) =>
  (headers['user-agent'] ?? '').slice(0, AGENT_CHARACTERS).toWellFormed();

/** What limits count by: IPv6 by /64. */
export const neighbourhoodOf = (request: FastifyRequest) => normalizeIP(addressOf(request));

function bearer({ headers }: FastifyRequest) {
  const [scheme, token] = headers.authorization?.split(' ') ?? [];
  return scheme?.toLowerCase() === 'bearer' ? token : undefined;
}

/**
 * THE tenant-scoped context builder: it runs before every procedure, and nothing else decides whose data a call sees.
 * The client comes from the session or the key, checked in the database now; nothing that a caller sends selects it.
 */
async function identify(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const key = bearer(request);
  if (key && isApiKey(key)) {
    const found = await deps.apiKeys.check(key);
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
