import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { Attributes } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A piece of work in a trace. Attributes hold ids, templates of routes and outcomes: nothing that a caller wrote. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Names this span as the parent of what another process does, as W3C Trace Context has it. */
  readonly traceparent: string;
  set: (attributes: Attributes) => void;
  /** Marks the work as failed, by a code or the name of an error: messages may hold user input. */
  fail: (kind: string) => void;
  end: () => void;
}

export interface SpanStart {
  kind?: 'server' | 'client' | 'consumer';
  attributes?: Attributes;
  /** The parent, where it is of another process. Default: the span of the work under way. */
  traceparent?: string | undefined;
  /** What to note of an error that the work throws. Default: its own code, or its name. */
  explain?: (error: unknown) => Fault;
}

/** An error without its message, which may hold user input. */
interface Fault {
  code: string;
  status?: number;
}

type Start = (name: string, how: SpanStart, parent: Span | undefined) => Span;

// OpenTelemetry is loaded only where it exports: without it, each of these functions is a comparison.
let start: Start | undefined;
const underWay = new AsyncLocalStorage<Span>();

/** Makes spans from now on, or none. */
export const startSpansWith = (starter: Start | undefined) => {
  start = starter;
};

/** The span of the work under way. */
export const currentSpan = () => (start ? underWay.getStore() : undefined);

/** Starts a span, where spans are made. Its work runs in `within`, and it must be ended. */
const startSpan = (name: string, how: SpanStart = {}) => start?.(name, how, underWay.getStore());

/** Runs work whose spans are children of a span. */
const within = <T>(span: Span, work: () => T): T => underWay.run(span, work);

const codeOf = (error: unknown): Fault => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return { code: String(typeof code === 'string' ? code : (name ?? 'unknown')) };
};

/** That work refused its caller, with a status below 500, is no failure of it. */
function note(span: Span, { code, status = 500 }: Fault) {
  if (status < 500) span.set({ 'error.type': code });
  else span.fail(code);
}

/** Runs work in a span of its own, where spans are made. It has failed when it throws. */
export function inSpan<T>(name: string, how: SpanStart, work: (span?: Span) => Promise<T>): Promise<T> {
  const span = startSpan(name, how);
  if (!span) return work();
  return within(span, async () => {
    try {
      return await work(span);
    } catch (error) {
      note(span, (how.explain ?? codeOf)(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A statement in a few words, such as `select goals`: its text may be long, and its parameters are not for traces. */
function summaryOf(query: string) {
  const [, operation = 'statement'] = /^\W*(\w{1,20})/.exec(query) ?? [];
  const [, table] = /\b(?:from|into|update|join)\s+"?(\w{1,60}(?:"?\."?\w{1,60})?)/i.exec(query) ?? [];
  return [operation.toLowerCase(), table?.replaceAll('"', '')].filter(Boolean).join(' ');
}

const attributes = (summary: string) => ({ 'db.system.name': 'postgresql', 'db.query.summary': summary });

// Statements outside of a trace, such as those that look for jobs each second, would be traces of one span.

/** Runs a statement as a part of the trace under way. */
export function duringStatement<T>(query: string, work: () => Promise<T>): Promise<T> {
  if (!currentSpan()) return work();
  const summary = summaryOf(query);
  return inSpan(summary, { kind: 'client', attributes: attributes(summary) }, work);
}

/** Runs a transaction, whose statements are parts of it. */
export const duringTransaction = <T>(work: () => Promise<T>): Promise<T> =>
  currentSpan() ? inSpan('transaction', { kind: 'client', attributes: attributes('transaction') }, work) : work();

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
