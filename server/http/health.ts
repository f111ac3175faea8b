import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram } from 'prom-client';
import type { Deps } from '../deps.ts';
import type { Domain } from '../domain.ts';
import { PortalError } from '../errors.ts';
import { readiness } from './readiness.ts';
import { traceOf } from './request-ids.ts';

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;

const digest = (text: string) => createHash('sha256').update(text).digest();
const same = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));

/** Allows callers with the token, and direct ones from loopback: a proxy there forwards for others. */
function mayReadMetrics({ METRICS_TOKEN }: Deps['env'], { socket, headers }: FastifyRequest) {
  if (METRICS_TOKEN && same(headers.authorization ?? '', `Bearer ${METRICS_TOKEN}`)) return true;
  return LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') && !headers['x-forwarded-for'] && !headers.forwarded;
}

/** Registers /healthz (liveness), /readyz (dependencies) and /metrics (Prometheus). */
export function health(app: FastifyInstance, deps: Deps, domains: Domain[], draining: () => boolean) {
  const { metrics: registry } = deps;
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'portal_cache_bytes',
    help: 'Size of the cached answers, estimated.',
    registers: [registry],
    collect() {
      this.set(deps.cache.bytes());
    },
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    app.log.info({
      reqId: request.id,
      ...traceOf(request.raw),
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
    done();
  });

  const check = readiness(deps, domains);
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (request, reply) => {
    const { ready, dependencies } = await check();
    const ok = ready && !draining();
    reply.code(ok ? 200 : 503);
    return { ok, draining: draining(), ...(mayReadMetrics(deps.env, request) && { dependencies }) };
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(deps.env, request)) throw new PortalError('FORBIDDEN');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
