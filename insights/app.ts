import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyRequest, LogController } from 'fastify';
import { createAnswerer, isForModel } from './answer.ts';
import type { Config } from './config.ts';
import { guard, hangUpWhenClosing, plainErrors, sentenceFor } from './door.ts';
import { once } from './idempotency.ts';
import { createMetrics } from './metrics.ts';
import { InsightQuestion } from './wire.ts';

const BODY_BYTES = 256 * 1024;
/** How long a question may take to arrive, in milliseconds. */
const ARRIVAL = 10_000;
/** How long a caller waits that does not say so, and the longest that is believed, in milliseconds. */
const DEADLINE = { usual: 8000, most: 120_000 };

const header = ({ headers }: FastifyRequest, name: string) => String(headers[name] ?? '');

function deadlineOf(request: FastifyRequest): number {
  const stated = header(request, 'x-deadline-ms');
  return /^\d{1,9}$/.test(stated) ? Math.min(Number(stated), DEADLINE.most) : DEADLINE.usual;
}

/** The insights service, not yet listening. It knows the wire and nothing of the portal. */
export function buildInsights({
  secrets,
  logLevel,
  providers = [],
}: Pick<Config, 'secrets' | 'logLevel'> & Partial<Pick<Config, 'providers'>>) {
  const app = Fastify({
    logger: { level: logLevel, redact: ['req.headers'] },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => /^[\w-]{1,64}$/.exec(String(headers['x-request-id']))?.[0] ?? randomUUID(),
    bodyLimit: BODY_BYTES,
    requestTimeout: ARRIVAL,
    http: { headersTimeout: ARRIVAL / 2, connectionsCheckingInterval: ARRIVAL / 5 },
  });
  app.removeContentTypeParser('text/plain');
  const metrics = createMetrics();
  guard(app, secrets, metrics.refused);
  plainErrors(app);
  hangUpWhenClosing(app);
  const answer = once(createAnswerer(providers, metrics));

  app.get('/healthz', async () => ({ ok: true }));
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.read()));
  app.post('/query', async (request, reply) => {
    const began = performance.now();
    const question = InsightQuestion.safeParse(request.body);
    if (!question.success) return reply.code(400).send(sentenceFor(400));

    const { type } = question.data;
    // What costs nothing to work out again is not kept.
    const key = isForModel(type) ? header(request, 'idempotency-key') : '';
    const { metadata, ...said } = await answer(key, question.data, began + deadlineOf(request), request.log);
    const took = Math.round(performance.now() - began);
    request.log.info({ type, provider: metadata.ai_provider, ms: took }, 'A question was answered.');
    return { ...said, metadata: { ...metadata, execution_time_ms: took } };
  });
  return app;
}
