import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

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

// The name of an IPv6 network takes 10 µs. At most 1 MiB.
const networks = new LRUCache<string, string>({ max: 5000, memoMethod: (address) => normalizeIP(address) });

/** What limits and shares count addresses by: IPv6 by /64, and `::ffff:192.0.2.1` as the IPv4 address that it is. */
export const networkOf = (address: string) => (address.includes(':') ? networks.memo(address) : address);

/** The network of the caller, which limits count by. */
export const networkOfRequest = (request: FastifyRequest) => networkOf(addressOf(request));

/** The token of `Authorization: Bearer …`, after any blanks: an API key, or the token of a pending sign-in. */
export const bearerOf = ({ headers }: FastifyRequest) => /^bearer\s+(\S.*)$/i.exec(headers.authorization ?? '')?.[1];
