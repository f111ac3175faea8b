import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorBody } from './errors.ts';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** A direct loopback connection, not a local proxy forwarding for another host. */
const isLocal = ({ socket, headers }: FastifyRequest) =>
  LOOPBACK.test(socket.remoteAddress ?? '') && !headers['x-forwarded-for'] && !headers.forwarded;

/**
 * Requires one of the service secrets before anything else of a request is read. `/healthz` needs none, nor does
 * `/metrics` for local callers.
 */
export function requireSecret(app: FastifyInstance, secrets: string[], onRefused: () => void) {
  const accepted = secrets.map(digest);
  // Digests have one length, and all of them are compared: the time reveals nothing about the secret.
  const hasSecret = ({ headers }: FastifyRequest) => {
    const given = digest(String(headers['x-service-secret'] ?? ''));
    return accepted.filter((secret) => timingSafeEqual(secret, given)).length > 0;
  };

  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions;
    if (url === '/healthz' || (url === '/metrics' && isLocal(request)) || hasSecret(request)) return;
    onRefused();
    return reply.code(401).send(errorBody(401));
  });
}
