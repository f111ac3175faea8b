import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Slot } from './config.ts';
import type { DraftFlaw } from './models/draft.ts';
import type { ProviderFailureKind } from './models/failure.ts';
import type { InsightType } from './wire.ts';

/** Why one call to a provider failed. */
export type AttemptFailure =
  | { outcome: 'rejected'; reason: DraftFlaw }
  | { outcome: 'failed'; reason: ProviderFailureKind };

export type Metrics = ReturnType<typeof createMetrics>;

/** Metrics of the insights service. Label values come from closed lists. */
export function createMetrics(registry = new Registry()) {
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `insights_${name}_total`, help, labelNames, registers });
  const buckets = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 60];

  const queries = counter('queries', 'Answered questions, by type and provider.', ['type', 'provider']);
  const attempts = counter('provider_attempts', 'Calls to providers.', ['provider']);
  const failures = counter('provider_failures', 'Failed calls to providers, by reason.', ['provider', 'reason']);
  const rejected = counter('rejected_answers', 'Rejected model answers, by reason.', ['provider', 'reason']);
  const failovers = counter('failovers', 'Questions passed on to the second provider.');
  const degradations = counter('degradations', 'Questions for a model answered deterministically.', ['type', 'reason']);
  const tokens = counter('tokens', 'AI tokens as reported by the providers.', ['provider', 'direction']);
  const refusals = counter('refused_calls', 'Requests without a valid secret.');
  const duration = new Histogram({
    name: 'insights_query_duration_seconds',
    help: 'Time to answer, by type and provider.',
    labelNames: ['type', 'provider'],
    buckets,
    registers,
  });
  const providerDuration = new Histogram({
    name: 'insights_provider_duration_seconds',
    help: 'Duration of calls to providers.',
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
    /** Starts an attempt; the returned function ends it. */
    attempt(provider: Slot) {
      attempts.inc({ provider });
      const stop = providerDuration.startTimer({ provider });
      return (result: AttemptFailure | { outcome: 'answered' }) => {
        stop();
        if (result.outcome === 'rejected') rejected.inc({ provider, reason: result.reason });
        if (result.outcome === 'failed') failures.inc({ provider, reason: result.reason });
      };
    },
    failedOver: () => failovers.inc(),
    degraded: (type: InsightType, reason: 'not_allowed' | 'unconfigured' | 'unanswered') =>
      degradations.inc({ type, reason }),
    refused: () => refusals.inc(),
    tokens(provider: Slot, { input, output }: { input: number; output: number }) {
      tokens.inc({ provider, direction: 'input' }, input);
      tokens.inc({ provider, direction: 'output' }, output);
    },
  };
}
