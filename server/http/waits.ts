import type { FastifyRequest } from 'fastify';
import { networkOfRequest } from '../identity/sender.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The organization of the caller, once it is known. */
    organization: string | undefined;
    /** For what the request has waited longest, and for how many milliseconds in all: a field of its access line. */
    waited: { for: string; ms: number; longest: number } | undefined;
  }
}

/** By whom calls and bytes are counted: many organizations may share an address, and one may have many. */
export const holderOf = (request: FastifyRequest) => request.organization ?? networkOfRequest(request);

/** Adds a wait to those of a request. */
export function noteWait(request: FastifyRequest, reason: string, ms: number) {
  if (ms < 0.5) return;
  const { waited } = request;
  const longest = Math.max(ms, waited?.longest ?? 0);
  request.waited = { for: waited && longest > ms ? waited.for : reason, ms: ms + (waited?.ms ?? 0), longest };
}
