import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

// The origin of a request: address, program and bearer token.

const WITH_PORT = /^\[?([^\]]*?)\]?(:\d{1,5})?$/;

/** The caller's address: from a trusted proxy if it is one, with or without a port; else the socket's. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  const bare = isIP(ip) ? ip : (WITH_PORT.exec(ip)?.[1] ?? '');
  return (isIP(bare) ? bare : (socket.remoteAddress ?? '')).toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
}

const AGENT_CHARACTERS = 512;

/** The User-Agent of the caller, truncated for storage. */
export const agentOf = ({ headers }: FastifyRequest) =>
  (headers['user-agent'] ?? '').slice(0, AGENT_CHARACTERS).toWellFormed();

/** The address that limits count by: IPv6 by /64. */
export const neighbourhoodOf = (request: FastifyRequest) => normalizeIP(addressOf(request));

/** The token of `Authorization: Bearer …`, after any blanks: an API key, or the token of a pending sign-in. */
export const bearerOf = ({ headers }: FastifyRequest) => /^bearer\s+(\S.*)$/i.exec(headers.authorization ?? '')?.[1];
