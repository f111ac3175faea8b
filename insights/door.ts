import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Loopback itself, and not a proxy there that speaks for somebody else. */
const isNeighbour = ({ socket, headers }: FastifyRequest) =>
  LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') && !headers['x-forwarded-for'] && !headers.forwarded;

// A fixed sentence for each: what went wrong inside stays inside.
const SENTENCES: Record<number, string> = {
  400: 'The question does not fit the schema.',
  401: 'The service secret is missing or wrong.',
  404: 'There is nothing at this address.',
  408: 'The question did not arrive in time.',
  413: 'The question is too large.',
  415: 'Send the question as application/json.',
};

export const sentenceFor = (status: number) => ({
  error: SENTENCES[status] ?? 'The question could not be answered.',
});

/**
 * Lets in who knows one of the secrets: nothing of a call is looked at before, its body least of all. Open are the
 * health of the process and, to neighbours, its metrics.
 */
export function guard(app: FastifyInstance, secrets: string[], refused: () => void) {
  const good = secrets.map(digest);
  // Digests are of one length, and every one of them is compared: time says nothing about the secret.
  const knows = ({ headers }: FastifyRequest) => {
    const given = digest(String(headers['x-service-secret'] ?? ''));
    return good.filter((secret) => timingSafeEqual(secret, given)).length > 0;
  };

  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions;
    if (url === '/healthz' || (url === '/metrics' && isNeighbour(request)) || knows(request)) return;
    refused();
    return reply.code(401).send(sentenceFor(401));
  });
}

/** Answers every error with the fixed sentence for its status. */
export function plainErrors(app: FastifyInstance) {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(sentenceFor(404)));
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ name: error.name, code: error.code, stack: error.stack }, 'A call failed.');
    return reply.code(status).send(sentenceFor(status));
  });
}

/** A caller that keeps its connection would keep a closing process from its end. */
export function hangUpWhenClosing(app: FastifyInstance) {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('Connection', 'close');
  });
}
