import type { INSIGHTS } from './settings.ts';

/**
 * What went wrong with a call, by what is done about it: `unreachable` is the network (time-outs, resets, refusals,
 * DNS), `unavailable` a 503, `overloaded` a 429, `unusable` any other status and any body that is no answer.
 */
export type FailureKind = keyof typeof INSIGHTS.repeats;

/** A call that brought no answer. Its message is for the log and for nobody else. */
export class Failure extends Error {
  readonly kind: FailureKind;
  /** Milliseconds that the service asked to be left alone for. */
  readonly retryAfter: number;
  /** Whether it was the secret that was not accepted. */
  readonly refused: boolean;

  constructor(kind: FailureKind, message: string, { retryAfter = 0, refused = false } = {}) {
    super(message);
    // Where in here it was made says nothing; what it says would be written twice.
    this.stack = '';
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.refused = refused;
  }
}

const UNREACHABLE =
  /^(E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|NETDOWN|AI_AGAIN|NOTFOUND)|UND_ERR_(SOCKET|CONNECT_TIMEOUT|HEADERS_TIMEOUT|BODY_TIMEOUT))$/;

const chain = (error: unknown): Error[] => (error instanceof Error ? [error, ...chain(error.cause)] : []);
const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');

/** A call that was never answered, or not to its end. What is not plainly the network's fault is not worth a repeat. */
export function networkFailure(error: unknown, timedOut: boolean, blotted: (text: string) => string): Failure {
  if (timedOut) return new Failure('unreachable', 'The insights service did not answer in time.');
  const code = chain(error)
    .map(codeOf)
    .find((one) => UNREACHABLE.test(one));
  if (code) return new Failure('unreachable', `The insights service could not be reached: ${code}.`);
  const [root] = chain(error).slice(-1);
  return new Failure('unusable', blotted(`The call to the insights service failed: ${root?.message ?? error}.`));
}

const STATUS: Record<number, FailureKind> = { 429: 'overloaded', 503: 'unavailable' };

/** `Retry-After` in milliseconds: seconds or a date; 0 for anything else. */
function readRetryAfter(text: string | null) {
  if (!text) return 0;
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? 0 : Math.max(0, wait);
}

/** An answer that is no 200. */
export function statusFailure({ status, headers }: Response, said: string): Failure {
  return new Failure(STATUS[status] ?? 'unusable', `The insights service answered ${status}: ${said}`, {
    retryAfter: readRetryAfter(headers.get('retry-after')),
    refused: status === 401 || status === 403,
  });
}
