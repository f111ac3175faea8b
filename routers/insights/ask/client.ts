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
import type { InsightAnswer, InsightQuestion } from '../../../insights/wire.ts';
import { PortalError } from '../../../server/errors.ts';
import { service } from '../../../server/services.ts';
import { attempt } from './attempt.ts';
import { Failure } from './failure.ts';
import { insightsMetrics } from './metrics.ts';
import { REPEATS, repeating } from './retry.ts';
import { INSIGHTS } from './settings.ts';

/** A secret as it is, and as it would look in JSON, in an address and in base64. */
const spellingsOf = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
];

const AWAY = [BrokenCircuitError, BulkheadRejectedError, TaskCancelledError];

/** What the caller is told: never a word of what the service said, but how long to wait, if it asked for that. */
function problemOf(cause: unknown) {
  const away = cause instanceof Failure ? cause.kind !== 'unusable' : AWAY.some((kind) => cause instanceof kind);
  if (!away) return new PortalError('INTERNAL', 'The question could not be answered. Please try again.', { cause });
  const asked = cause instanceof Failure ? Math.ceil(cause.retryAfter / 1000) : 0;
  const sentence = 'The insights service is not available right now. Please try again shortly.';
  return new PortalError('SERVICE_UNAVAILABLE', sentence, { cause, retryAfter: Math.min(Math.max(asked, 5), 60) });
}

/**
 * Speaks to the insights service: see retry.ts for how often, and attempt.ts for what counts as an
 * answer. One deadline for the whole leaves room for every repeat, every pause and the second secret.
 *
 * @throws SERVICE_UNAVAILABLE when it is away, slow or overloaded; INTERNAL when its answer cannot be used.
 */
export const insightsClient = service(({ env, log, metrics: registry }) => {
  const url = env.INSIGHTS_URL ?? '';
  const timeout = env.INSIGHTS_TIMEOUT_MS;
  const secrets = [env.INSIGHTS_SECRET, env.INSIGHTS_SECRET_PREVIOUS].filter((secret) => secret !== undefined);
  const turns = bulkhead(INSIGHTS.callsAtOnce, INSIGHTS.callsWaiting);
  const breaker = circuitBreaker(
    handleResultType(Failure, ({ kind }) => kind !== 'unusable'),
    { halfOpenAfter: INSIGHTS.breaker.pause, breaker: new ConsecutiveBreaker(INSIGHTS.breaker.failures) },
  );
  const metrics = insightsMetrics(registry, {
    breaker: () => breaker.state,
    underWay: () => INSIGHTS.callsAtOnce - turns.executionSlots,
  });
  const spellings = secrets.flatMap(spellingsOf);
  const blotted = (text: string) => spellings.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);

  /** Sends one question until there is an answer, or no repeat is left. */
  async function send(question: InsightQuestion, request: string) {
    const { type } = question;
    const patience = timeout ?? INSIGHTS.attempt[type];
    const wait = (REPEATS + secrets.length) * patience + REPEATS * INSIGHTS.pauseAtMost + INSIGHTS.turn;
    const ends = performance.now() + wait;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), wait);
    const late = once(deadline.signal, 'abort').then(() => Promise.reject(new TaskCancelledError()));

    const standing = {
      body: JSON.stringify(question),
      ids: { request, query: randomUUID() },
      deadline: deadline.signal,
    };
    let [secret = '', previous] = secrets;
    const call = async (): Promise<InsightAnswer | Failure> => {
      metrics.attempt(type);
      const left = Math.max(1, Math.min(patience, Math.floor(ends - performance.now())));
      const outcome = await attempt({ ...standing, url, secret, patience: left, blotted });
      if (!(outcome instanceof Failure && outcome.refused && previous)) return outcome;
      [secret, previous] = [previous, undefined];
      return call();
    };
    const repeats = repeating((err) => {
      metrics.repeat(err.kind);
      log.warn({ err, reqId: request }, 'The insights service is asked again.');
    });
    const sent = repeats.execute(() => turns.execute(() => breaker.execute(call), deadline.signal), deadline.signal);
    return Promise.race([sent, late]).finally(() => clearTimeout(timer));
  }

  return async (question: InsightQuestion, request: string): Promise<InsightAnswer> => {
    const ended = metrics.begin(question.type);
    const outcome = await send(question, request).catch((error) => error as Error);
    if (outcome instanceof Error) throw ended(problemOf(outcome));

    const byPriority = outcome.recommendations.toSorted((a, b) => b.priority_score - a.priority_score);
    return ended({ ...outcome, recommendations: byPriority.slice(0, question.options.maxRecommendations) });
  };
});
