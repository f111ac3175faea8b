import { randomUUIDv7 } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

// What a caller chooses gets into log lines and headers: these shapes leave no room for anything else.
const REQUEST_ID = /^[\w.-]{1,128}$/;
/** Of W3C Trace Context: version, trace id, parent id and flags; ids of zeros and the version ff are invalid. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const matching = (shape: RegExp, value: string | string[] | undefined) =>
  typeof value === 'string' && shape.test(value) ? value : undefined;

/** The id of a request: that of its `X-Request-Id` where it has one of sane shape, else a new one. */
export const requestIdOf = ({ headers }: IncomingMessage) =>
  matching(REQUEST_ID, headers['x-request-id']) ?? randomUUIDv7();

/** The trace that a request belongs to, for log lines: `{ traceparent }`, or nothing. */
export function traceOf({ headers }: IncomingMessage) {
  const traceparent = matching(TRACEPARENT, headers.traceparent as string | undefined);
  return traceparent ? { traceparent } : {};
}
