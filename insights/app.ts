import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { traceRequests } from '../telemetry/span.ts';
import { createAnswerer, usesModel } from './answer.ts';
import { requireSecret } from './authentication.ts';
import type { Config } from './config.ts';
import { errorBody, handleErrors } from './errors.ts';
import { idempotent } from './idempotency.ts';
import { createMetrics } from './metrics.ts';
import { InsightQuestion } from './wire.ts';

const BODY_BYTES = 256 * 1024;
/** Time to receive a request, in milliseconds. */
const REQUEST_TIMEOUT = 10_000;
/** Default and maximum of `X-Deadline-Ms`, in milliseconds. */
const DEADLINE = { default: 8000, max: 120_000 };

/** zod checks what comes in. Without these, Fastify loads compilers of JSON schemas. */
const NO_SCHEMAS: object = { buildValidator: () => () => () => true, buildSerializer: () => () => JSON.stringify };

const header = ({ headers }: FastifyRequest, name: string) => String(headers[name] ?? '');

function deadlineOf(request: FastifyRequest): number {
  const value = header(request, 'x-deadline-ms');
  return /^\d{1,9}$/.test(value) ? Math.min(Number(value), DEADLINE.max) : DEADLINE.default;
}

/** Sends `Connection: close` during shutdown, since kept-alive connections would delay it. */
function closeConnectionsOnShutdown(app: FastifyInstance) {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('Connection', 'close');
  });
}

/** Builds the insights service, not yet listening. It shares only wire.ts with the portal. */
export function buildInsights({
  secrets,
  logLevel,
  providers = [],
  registry,
}: Pick<Config, 'secrets' | 'logLevel'> & Partial<Pick<Config, 'providers'>> & { registry?: Registry }) {
  const app = Fastify({
    logger: { level: logLevel, redact: ['req.headers'] },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => /^[\w.-]{1,128}$/.exec(String(headers['x-request-id']))?.[0] ?? randomUUID(),
    schemaController: { compilersFactory: NO_SCHEMAS },
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT,
    http: { headersTimeout: REQUEST_TIMEOUT / 2, connectionsCheckingInterval: REQUEST_TIMEOUT / 5 },
  });
  app.removeContentTypeParser('text/plain');
  const metrics = createMetrics(registry);
  traceRequests(app);
  requireSecret(app, secrets, metrics.refused);
  handleErrors(app);
  closeConnectionsOnShutdown(app);
  const answer = idempotent(createAnswerer(providers, metrics));

  app.get('/healthz', async () => ({ ok: true }));
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.read()));
  app.post('/query', async (request, reply) => {
    const startTime = performance.now();
    const question = InsightQuestion.safeParse(request.body);
    if (!question.success) return reply.code(400).send(errorBody(400));

    const { type } = question.data;
    // Deterministic answers are cheap to compute again, so they are not cached.
    const key = usesModel(type) ? header(request, 'idempotency-key') : '';
    const { metadata, ...result } = await answer(key, question.data, startTime + deadlineOf(request), request.log);
    const duration = Math.round(performance.now() - startTime);
    request.log.info({ type, provider: metadata.ai_provider, ms: duration }, 'Question answered.');
    return { ...result, metadata: { ...metadata, execution_time_ms: duration } };
  });
  return app;
}
