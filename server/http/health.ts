import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ofetch } from 'ofetch';
import { Counter, collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import type { Deps } from '../deps.ts';
import { PortalError } from '../errors.ts';
import { seconds } from '../limits/numbers.ts';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const HEALTH_WAIT = seconds(2);

const state = (work: PromiseLike<unknown>) =>
  Promise.race([work, new Promise((_, reject) => setTimeout(reject, HEALTH_WAIT).unref())]).then(
    () => 'up' as const,
    () => 'down' as const,
  );

const digest = (text: string) => createHash('sha256').update(text).digest();
const same = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));

/** Loopback itself, not a proxy there that speaks for somebody else; or whoever has the token. */
function mayReadMetrics({ METRICS_TOKEN }: Deps['env'], { socket, headers }: FastifyRequest) {
  if (METRICS_TOKEN && same(headers.authorization ?? '', `Bearer ${METRICS_TOKEN}`)) return true;
  return LOOPBACK.test(socket.remoteAddress ?? '') && !headers['x-forwarded-for'] && !headers.forwarded;
}

/** What was asked of Stripe, and what it answered: the difference went unanswered. */
function countStripe({ stripe }: Deps, registry: Registry) {
  const registers = [registry];
  const asked = new Counter({ name: 'portal_stripe_requests_total', help: 'Requests to Stripe.', registers });
  const name = 'portal_stripe_responses_total';
  const answered = new Counter({ name, help: 'Answers of Stripe, by status.', labelNames: ['status'], registers });
  stripe?.on('request', () => asked.inc());
  stripe?.on('response', ({ status }: { status: number }) => answered.inc({ status }));
}

/** /healthz: the process is alive. /readyz: what it leans on is there. /metrics: Prometheus. */
export function health(app: FastifyInstance, deps: Deps, draining: () => boolean) {
  const { metrics: registry } = deps;
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    app.log.info({
      reqId: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
    done();
  });

  countStripe(deps, registry);

  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const [database, redis, insights] = await Promise.all([
      state(deps.database.db.execute(sql`select 1`)),
      deps.redis ? state(deps.redis.ping()) : ('unused' as const),
      state(ofetch(`${deps.insightsUrl()}/healthz`, { retry: 0, timeout: HEALTH_WAIT })),
    ]);
    // Without the insights service the portal still serves everything but questions; without Chromium, but reports.
    const chromium = deps.reports.state();
    const ready = database === 'up' && redis !== 'down' && !draining();
    reply.code(ready ? 200 : 503);
    // Asked at its own time: a probe would spend its limits.
    const stripe = deps.stripe ? 'configured' : 'unused';
    return { ok: ready, draining: draining(), dependencies: { database, redis, insights, chromium, stripe } };
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(deps.env, request)) throw new PortalError('FORBIDDEN');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
