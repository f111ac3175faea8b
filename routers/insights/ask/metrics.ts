import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { InsightAnswer, InsightType } from '../../../insights/wire.ts';
import { PortalError } from '../../../server/errors.ts';
import type { FailureKind } from './failure.ts';

interface Now {
  breaker: () => number;
  underWay: () => number;
}

const outcomeOf = (problem: PortalError) => (problem.status === 503 ? 'unavailable' : 'failed');

/** Counts the questions asked, on the portal's side. No label holds anything that the service said. */
export function insightsMetrics(registry: Registry, { breaker, underWay }: Now) {
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
  gauge('breaker_state', 'The circuit breaker: 0 closed, 1 open, 2 half open.', breaker);
  gauge('calls_under_way', 'Calls to the insights service under way now.', underWay);

  const queries = counter('queries_total', 'Questions asked, by what came of them.', 'type', 'outcome');
  const attempts = counter('attempts_total', 'Calls made for them.', 'type');
  const retries = counter('retries_total', 'Repeated calls, by what went wrong before.', 'kind');
  const degraded = counter('degraded_total', 'Questions for a model that were answered without one.', 'type');
  const tokens = counter('tokens_total', 'Tokens used by models.', 'type');
  const duration = new Histogram({
    name: 'portal_insights_duration_seconds',
    help: 'Time from the question to what came of it, repeats included.',
    labelNames: ['type'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 4, 8, 16, 32],
    registers,
  });

  return {
    attempt: (type: InsightType) => attempts.inc({ type }),
    repeat: (kind: FailureKind) => retries.inc({ kind }),
    /** Starts the clock; the returned function stops it and hands back what it was told. */
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
