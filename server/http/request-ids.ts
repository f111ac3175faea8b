import { randomUUIDv7 } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyServerOptions } from 'fastify';
import { spanOf } from '../../telemetry/span.ts';

// The caller's id gets into log lines and headers: these shapes leave no room for anything else.
const REQUEST_ID = /^[\w.-]{1,128}$/;
/** Of W3C Trace Context: version, trace id, parent id and flags; ids of zeros and the version ff are invalid. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const matching = (shape: RegExp, value: string | string[] | undefined) =>
  typeof value === 'string' && shape.test(value) ? value : undefined;

/** The id of a request: that of its `X-Request-Id` where it has one of sane shape, else a new one. */
export const requestIdOf = ({ headers }: IncomingMessage) =>
  matching(REQUEST_ID, headers['x-request-id']) ?? randomUUIDv7();

/**
 * The trace that a request belongs to, for log lines: what the caller sent and the id of its trace, and where traces
 * are exported the ids of the request's own span. Without either there is nothing: an id of a trace that nobody has
 * leads nowhere.
 */
export function traceOf(request: IncomingMessage) {
  const traceparent = matching(TRACEPARENT, request.headers.traceparent as string | undefined);
  const span = spanOf(request);
  return {
    ...(traceparent && { traceparent, trace_id: traceparent.slice(3, 35) }),
    ...(span && { trace_id: span.traceId, span_id: span.spanId }),
  };
}

/** The log of a request, whose lines tell its trace. */
export const childLog: NonNullable<FastifyServerOptions['childLoggerFactory']> = (log, bindings, options, request) =>
  log.child({ ...bindings, ...traceOf(request) }, options);
