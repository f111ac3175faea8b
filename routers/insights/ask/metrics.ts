import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { InsightAnswer, InsightType } from '../../../insights/wire.ts';
import { PortalError } from '../../../server/errors.ts';
import type { FailureKind } from './failure.ts';

interface Readings {
  breaker: () => number;
  activeCalls: () => number;
}

const outcomeOf = (problem: PortalError) => (problem.status === 503 ? 'unavailable' : 'failed');

/** Metrics of the portal's insight queries. Labels never hold text of the service. */
export function insightsMetrics(registry: Registry, { breaker, activeCalls }: Readings) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `portal_insights_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `portal_insights_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('breaker_state', 'State of the circuit breaker: 0 closed, 1 open, 2 half open.', breaker);
  gauge('calls_under_way', 'Active calls to the insights service.', activeCalls);

  const queries = counter('queries_total', 'Insight queries, by outcome.', 'type', 'outcome');
  const attempts = counter('attempts_total', 'Calls to the insights service.', 'type');
  const retries = counter('retries_total', 'Retried calls, by kind of failure.', 'kind');
  const degraded = counter('degraded_total', 'Queries for an AI model answered without one.', 'type');
  const tokens = counter('tokens_total', 'AI tokens used.', 'type');
  const duration = new Histogram({
    name: 'portal_insights_duration_seconds',
    help: 'Duration of insight queries, retries included.',
    labelNames: ['type'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 4, 8, 16, 32],
    registers,
  });

  return {
    attempt: (type: InsightType) => attempts.inc({ type }),
    retry: (kind: FailureKind) => retries.inc({ kind }),
    /** Starts the timer; the returned function records the outcome and returns it. */
    begin(type: InsightType) {
      const stop = duration.startTimer({ type });
      return <Outcome extends InsightAnswer | PortalError>(outcome: Outcome): Outcome => {
        stop();
        queries.inc({ type, outcome: outcome instanceof PortalError ? outcomeOf(outcome) : 'answered' });
        if (outcome instanceof PortalError) return outcome;

        tokens.inc({ type }, outcome.metadata.tokens_used);
        const forModel = type === 'nlq' || type === 'explain';
        if (forModel && outcome.metadata.ai_provider === 'deterministic') degraded.inc({ type });
        return outcome;
      };
    },
  };
}
