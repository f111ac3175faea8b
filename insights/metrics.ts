import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Slot } from './config.ts';
import type { DraftFlaw } from './models/draft.ts';
import type { ProviderFailureKind } from './models/failure.ts';
import type { InsightType } from './wire.ts';

/** Why asking one provider once came to nothing. */
export type AttemptFailure =
  | { outcome: 'rejected'; reason: DraftFlaw }
  | { outcome: 'failed'; reason: ProviderFailureKind };

export type Metrics = ReturnType<typeof createMetrics>;

/** What the service counts of itself. Labels are words from closed lists. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `insights_${name}_total`, help, labelNames, registers });
  const buckets = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 60];

  const queries = counter('queries', 'Questions answered, by type and by who answered.', ['type', 'provider']);
  const attempts = counter('provider_attempts', 'Providers asked.', ['provider']);
  const failures = counter('provider_failures', 'Providers that failed, by what went wrong.', ['provider', 'reason']);
  const rejected = counter('rejected_answers', 'Answers of models that were not passed on.', ['provider', 'reason']);
  const failovers = counter('failovers', 'Questions that went to the second provider.');
  const degradations = counter('degradations', 'Questions for a model that got a deterministic answer.', [
    'type',
    'reason',
  ]);
  const tokens = counter('tokens', 'Tokens as the providers count them.', ['provider', 'direction']);
  const refusals = counter('refused_calls', 'Calls without the right secret.');
  const duration = new Histogram({
    name: 'insights_query_duration_seconds',
    help: 'Time to answer, by type and by who answered.',
    labelNames: ['type', 'provider'],
    buckets,
    registers,
  });
  const waiting = new Histogram({
    name: 'insights_provider_duration_seconds',
    help: 'Time that a provider took, whatever came of it.',
    labelNames: ['provider'],
    buckets,
    registers,
  });

  return {
    read: () => registry.metrics(),
    contentType: registry.contentType,
    answered(type: InsightType, provider: string, milliseconds: number) {
      queries.inc({ type, provider });
      duration.observe({ type, provider }, milliseconds / 1000);
    },
    /** Begins an attempt; the function returned ends it. */
    attempt(provider: Slot) {
      attempts.inc({ provider });
      const stop = waiting.startTimer({ provider });
      return (end: AttemptFailure | { outcome: 'answered' }) => {
        stop();
        if (end.outcome === 'rejected') rejected.inc({ provider, reason: end.reason });
        if (end.outcome === 'failed') failures.inc({ provider, reason: end.reason });
      };
    },
    failedOver: () => failovers.inc(),
    degraded: (type: InsightType, reason: 'unconfigured' | 'unanswered') => degradations.inc({ type, reason }),
    refused: () => refusals.inc(),
    tokens(provider: Slot, { input, output }: { input: number; output: number }) {
      tokens.inc({ provider, direction: 'input' }, input);
      tokens.inc({ provider, direction: 'output' }, output);
    },
  };
}
