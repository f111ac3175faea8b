import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { traceRequests } from '../../telemetry/span.ts';
import { traceOf } from './request-ids.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once it is known: ids, for logs and traces. In a support session the user is the operator's. */
    callerIds: { client?: string | undefined; user?: string; key?: string } | undefined;
  }
}

const callerOf = ({ callerIds: { client, user, key } = {} }: FastifyRequest) => ({
  ...(client && { 'portal.client.id': client }),
  ...(user && { 'user.id': user }),
  ...(key && { 'portal.key.id': key }),
});

/** Parameters of routes that let their holder in, by their names. */
const SECRET = /\/:(?:\w*token|code|secret|key|signature|password)(?=\/|$)/i;

const SLASHES = '[/\\\\]+';

/**
 * Returns what the log says for the path of a request: the pattern of its route where that takes a secret, as
 * `/r/:token` does. Paths that no route takes are cut where such a route would begin, since links are mistyped.
 */
function loggedPaths(app: FastifyInstance) {
  const patterns = new Set<string>();
  let beginnings = /$^/;
  app.addHook('onRoute', ({ url }) => {
    if (!SECRET.test(url)) return;
    patterns.add(url);
    const words = new Set([...patterns].map((pattern) => pattern.split(SECRET, 1).join('').replaceAll('/', SLASHES)));
    beginnings = new RegExp(`(?:${[...words].join('|')})${SLASHES}`, 'i');
  });
  return ({ url, routeOptions: { url: route } }: FastifyRequest): string => {
    if (route !== undefined && patterns.has(route)) return route;
    const [path = ''] = url.split('?', 1);
    if (route !== undefined) return path;
    const readable = decodeURIComponent(path);
    const found = beginnings.exec(readable);
    return found ? `${readable.slice(0, found.index)}${found[0]}…` : path;
  };
}

/**
 * Registers the traces, the measure and the log line of each request. First of all hooks, so that it sees every
 * request.
 */
export function logRequests(app: FastifyInstance, registry: Registry) {
  const duration = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.decorateRequest('callerIds', undefined);
  traceRequests(app, callerOf);
  const pathOf = loggedPaths(app);
  // Its fields are these, none of them secret: to look for secrets would take a tenth of a cached read.
  const lines = app.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    duration.observe(
      { http_request_method: method, http_route: route, http_response_status_code: status },
      elapsedTime / 1000,
    );
    lines.info({
      reqId: request.id,
      ...traceOf(request.raw),
      method,
      route,
      path: pathOf(request),
      status,
      ms: Math.round(elapsedTime),
      ...request.callerIds,
      ...(request.waited && { waited: { for: request.waited.for, ms: Math.round(request.waited.ms) } }),
    });
    done();
  });
}
