import type { IncomingMessage } from 'node:http';
import type { Attributes } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Span, startSpan, within } from './span.ts';

/** Asked every few seconds by machines: their traces would hide the others. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics']);

const spans = new WeakMap<IncomingMessage, Span>();

/** The span of a request. */
export const spanOf = (request: IncomingMessage) => spans.get(request);

const traceparentOf = ({ headers: { traceparent } }: FastifyRequest) =>
  typeof traceparent === 'string' ? traceparent : undefined;

/** Makes a span for each request, in the trace that its `traceparent` names. `callerOf` tells whose request it was. */
export function traceRequests(app: FastifyInstance, callerOf: (request: FastifyRequest) => Attributes = () => ({})) {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const span = UNTRACED.has(route)
      ? undefined
      : startSpan(`${method} ${route}`, {
          kind: 'server',
          traceparent: traceparentOf(request),
          attributes: { 'http.request.method': method, 'http.route': route, 'portal.request.id': request.id },
        });
    if (!span) return done();
    spans.set(request.raw, span);
    within(span, done);
  });

  app.addHook('onResponse', (request, reply, done) => {
    const span = spanOf(request.raw);
    if (!span) return done();
    const status = reply.statusCode;
    span.set({ 'http.response.status_code': status, ...callerOf(request) });
    if (status >= 500) span.fail(String(status));
    span.end();
    done();
  });
}
