import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyRequest, LogController } from 'fastify';
import { deterministicAnswer } from './answer.ts';
import { Question } from './wire.ts';

export interface Config {
  /** The secrets that are good: the current one and, while it is being rotated, the previous one. */
  secrets: string[];
  logLevel: string;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The insights service, not yet listening. It knows the wire and nothing of the portal. */
export function buildInsights({ secrets, logLevel }: Config) {
  const app = Fastify({
    logger: { level: logLevel, redact: ['req.headers'] },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    requestTimeout: 10_000,
  });
  const good = secrets.map(digest);

  // Digests are of one length, and every one of them is compared: time says nothing about the secret.
  const knows = ({ headers }: FastifyRequest) => {
    const given = digest(String(headers['x-service-secret'] ?? ''));
    return good.filter((secret) => timingSafeEqual(secret, given)).length > 0;
  };

  app.get('/healthz', async () => ({ ok: true }));
  app.post('/query', {
    onRequest: async (request, reply) => {
      if (!knows(request)) return reply.code(401).send({ error: 'The service secret is missing or wrong.' });
    },
    async handler(request, reply) {
      const started = performance.now();
      const question = Question.safeParse(request.body);
      if (!question.success) return reply.code(400).send({ error: 'The question does not fit the schema.' });

      const { metadata, ...answer } = deterministicAnswer(question.data);
      return { ...answer, metadata: { ...metadata, execution_time_ms: Math.round(performance.now() - started) } };
    },
  });
  return app;
}
