import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics } from 'prom-client';
import type { Deps } from '../deps.ts';
import type { Domain } from '../domain.ts';
import { PortalError } from '../errors.ts';
import { gauges } from './gauges.ts';
import { readiness } from './readiness.ts';

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
  gauges(deps);

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
