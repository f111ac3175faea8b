import { Counter, Histogram, type Registry } from 'prom-client';
import type { AttemptOutcome } from './post-event.ts';

/** Metrics of the deliveries of a process. */
export function senderMetrics(metrics: Registry) {
  const attempts = new Counter({
    name: 'portal_webhook_attempts_total',
    help: 'Attempts to send events to webhooks, by outcome.',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const delay = new Histogram({
    name: 'portal_webhook_delay_seconds',
    help: 'Time from an event to its acceptance, where the first attempt succeeds.',
    buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300],
    registers: [metrics],
  });
  return ({ error }: AttemptOutcome, { attempts: before, createdAt }: { attempts: number; createdAt: Date }) => {
    attempts.inc({ outcome: error ?? 'delivered' });
    if (!error && before === 0) delay.observe((Date.now() - createdAt.getTime()) / 1000);
  };
}
