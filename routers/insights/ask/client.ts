import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  handleResultType,
  TaskCancelledError,
} from 'cockatiel';
import type { InsightQuestion, ServiceAnswer } from '../../../insights/wire.ts';
import { PortalError } from '../../../server/errors.ts';
import { service } from '../../../server/services.ts';
import { attempt } from './attempt.ts';
import { CallFailure } from './failure.ts';
import { insightsMetrics } from './metrics.ts';
import { MAX_RETRIES, retryPolicy } from './retry.ts';
import { INSIGHTS_CALL } from './settings.ts';
import { timeoutBreaker } from './timeout-breaker.ts';

/** A secret in plain text and in its JSON, URL and base64 encodings. */
const encodingsOf = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
];

const UNAVAILABLE = [BrokenCircuitError, BulkheadRejectedError, TaskCancelledError];

/** The caller's error: no text of the service, only its `Retry-After` within bounds. */
function toPortalError(cause: unknown) {
  const unavailable =
    cause instanceof CallFailure ? cause.kind !== 'unusable' : UNAVAILABLE.some((kind) => cause instanceof kind);
  if (!unavailable)
    return new PortalError('INTERNAL', 'The question could not be answered. Please try again.', { cause });
  const requested = cause instanceof CallFailure ? Math.ceil(cause.retryAfter / 1000) : 0;
  const message = 'The insights service is not available right now. Please try again shortly.';
  return new PortalError('SERVICE_UNAVAILABLE', message, { cause, retryAfter: Math.min(Math.max(requested, 5), 60) });
}

/**
 * Client of the insights service; retries are in retry.ts. One deadline per query leaves room for every retry, every
 * pause and the previous secret.
 *
 * @throws SERVICE_UNAVAILABLE if the service is unreachable, slow or overloaded; INTERNAL if its answer is unusable.
 */
export const insightsClient = service(({ env, log, metrics: registry }) => {
  const url = env.INSIGHTS_URL ?? '';
  const secrets = [env.INSIGHTS_SECRET, env.INSIGHTS_SECRET_PREVIOUS].filter((secret) => secret !== undefined);
  const slots = bulkhead(INSIGHTS_CALL.concurrentCalls, INSIGHTS_CALL.queuedCalls);
  const breaker = circuitBreaker(
    handleResultType(CallFailure, ({ kind }) => kind !== 'unusable'),
    { halfOpenAfter: INSIGHTS_CALL.breaker.pause, breaker: new ConsecutiveBreaker(INSIGHTS_CALL.breaker.failures) },
  );
  const timeouts = timeoutBreaker();
  const metrics = insightsMetrics(registry, {
    breaker: () => timeouts.state() || breaker.state,
    activeCalls: () => INSIGHTS_CALL.concurrentCalls - slots.executionSlots,
  });
  const secretEncodings = secrets.flatMap(encodingsOf);
  const redactSecrets = (text: string) =>
    secretEncodings.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);

  /** Sends one question until it is answered or the retries are used up. */
  async function send(question: InsightQuestion, requestId: string) {
    const { type } = question;
    const timeout = env.INSIGHTS_TIMEOUT_MS ?? INSIGHTS_CALL.timeout[type];
    const total =
      (MAX_RETRIES + secrets.length) * timeout + MAX_RETRIES * INSIGHTS_CALL.maxPause + INSIGHTS_CALL.queueTimeout;
    const ends = performance.now() + total;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), total);
    const expired = once(deadline.signal, 'abort').then(() => Promise.reject(new TaskCancelledError()));

    const call = {
      body: JSON.stringify(question),
      ids: { request: requestId, query: randomUUID() },
      deadline: deadline.signal,
    };
    let [secret = '', previous] = secrets;
    const tryOnce = async (): Promise<ServiceAnswer | CallFailure> => {
      metrics.attempt(type);
      const remaining = Math.max(1, Math.min(timeout, Math.floor(ends - performance.now())));
      const outcome = await attempt({ ...call, url, secret, timeout: remaining, redactSecrets });
      if (!(outcome instanceof CallFailure && outcome.refused && previous)) return outcome;
      [secret, previous] = [previous, undefined];
      return tryOnce();
    };
    const retries = retryPolicy((err) => {
      metrics.retry(err.kind);
      log.warn({ err, reqId: requestId }, 'Retrying the call to the insights service.');
    });
    const guarded = timeouts.forQuery();
    const result = retries.execute(
      () => slots.execute(() => breaker.execute(() => guarded(tryOnce)), deadline.signal),
      deadline.signal,
    );
    return Promise.race([result, expired]).finally(() => clearTimeout(timer));
  }

  return async (question: InsightQuestion, requestId: string): Promise<ServiceAnswer> => {
    const finish = metrics.begin(question.type);
    const outcome = await send(question, requestId).catch((error) => error as Error);
    if (outcome instanceof Error) throw finish(toPortalError(outcome));

    const byPriority = outcome.recommendations.toSorted((a, b) => b.priority_score - a.priority_score);
    return finish({ ...outcome, recommendations: byPriority.slice(0, question.options.maxRecommendations) });
  };
});
