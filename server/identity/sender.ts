import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

// What a request says of who sent it.

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

/** What came as `Authorization: Bearer …`: an API key, or the token of a sign-in under way. */
export function bearerOf({ headers }: FastifyRequest) {
  const [scheme, token] = headers.authorization?.split(' ') ?? [];
  return scheme?.toLowerCase() === 'bearer' ? token : undefined;
}
