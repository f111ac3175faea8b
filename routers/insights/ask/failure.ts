import { BrokenCircuitError, BulkheadRejectedError, TaskCancelledError } from 'cockatiel';
import type { INSIGHTS_CALL } from './settings.ts';

/**
 * Kinds of failed calls, each retried differently: `unreachable` is the network (timeouts, resets, refusals, DNS),
 * `unavailable` a 503, `overloaded` a 429, `unusable` any other status or an invalid body.
 */
export type FailureKind = keyof typeof INSIGHTS_CALL.retries;

/** A call without an answer. Its message is for the log only. */
export class CallFailure extends Error {
  readonly kind: FailureKind;
  /** `Retry-After` of the service, in milliseconds. */
  readonly retryAfter: number;
  /** Whether the service refused the secret. */
  readonly refused: boolean;
  readonly timedOut: boolean;
  /** The status of the service; undefined without an answer. */
  readonly status: number | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    { retryAfter = 0, refused = false, timedOut = false, status }: Partial<Omit<CallFailure, keyof Error>> = {},
  ) {
    super(message);
    // The stack adds nothing, and would repeat the message in the log.
    this.stack = '';
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.refused = refused;
    this.timedOut = timedOut;
    this.status = status;
  }
}

const UNREACHABLE =
  /^(E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|NETDOWN|AI_AGAIN|NOTFOUND)|UND_ERR_(SOCKET|CONNECT_TIMEOUT|HEADERS_TIMEOUT|BODY_TIMEOUT))$/;

const causes = (error: unknown): Error[] => (error instanceof Error ? [error, ...causes(error.cause)] : []);
const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');

/** The failure of a call without a complete response. Only network errors are worth a retry. */
export function networkFailure(
  error: unknown,
  timedOut: boolean,
  redactSecrets: (text: string) => string,
): CallFailure {
  if (timedOut) return new CallFailure('unreachable', 'The insights service did not answer in time.', { timedOut });
  const code = causes(error)
    .map(codeOf)
    .find((code) => UNREACHABLE.test(code));
  if (code) return new CallFailure('unreachable', `The insights service could not be reached: ${code}.`);
  const [root] = causes(error).slice(-1);
  return new CallFailure(
    'unusable',
    redactSecrets(`The call to the insights service failed: ${root?.message ?? error}.`),
  );
}

const STATUS: Record<number, FailureKind> = { 429: 'overloaded', 503: 'unavailable' };

/** `Retry-After`, in seconds or as a date, as milliseconds; 0 if absent or invalid. */
function parseRetryAfter(text: string | null) {
  if (!text) return 0;
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? 0 : Math.max(0, wait);
}

/** The failure of a response other than 200. */
export function statusFailure({ status, headers }: Response, text: string): CallFailure {
  return new CallFailure(STATUS[status] ?? 'unusable', `The insights service answered ${status}: ${text}`, {
    retryAfter: parseRetryAfter(headers.get('retry-after')),
    refused: status === 401 || status === 403,
    status,
  });
}

const REFUSED = [
  [BrokenCircuitError, 'circuit_open'],
  [BulkheadRejectedError, 'queue_full'],
  [TaskCancelledError, 'deadline'],
] as const;

/** The stored failure of a run: its kind, and the status of the service. `portal` is an error of the portal itself. */
export function failureFacts({ cause }: { cause?: unknown }) {
  if (cause instanceof CallFailure)
    return { failureKind: cause.timedOut ? 'timeout' : cause.kind, upstreamStatus: cause.status ?? null };
  const [, kind] = REFUSED.find(([type]) => cause instanceof type) ?? [];
  return { failureKind: kind ?? 'portal', upstreamStatus: null };
}
