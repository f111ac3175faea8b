import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Ask } from './caller.ts';

/** How requests were answered, in milliseconds. */
export interface Latency {
  requests: number;
  /** Answers other than 2xx, and none in time. */
  failures: number;
  /** Those by status and sentence; 0 for no answer in time. */
  failed: Record<string, number>;
  p50: number;
  p95: number;
  p99: number;
  slowest: number;
}

export const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, one) => sum + one, 0);

const rank = (sorted: number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;

/**
 * Sends requests at regular intervals until `over` says so. They do not wait for each other, so that a standstill
 * delays all that were due in it, as it would delay people.
 */
export async function probe(
  call: (ask: Ask) => Promise<Answer>,
  ask: () => Ask,
  { every, over }: { every: number; over: () => boolean },
): Promise<Latency> {
  const times: number[] = [];
  const failed: Record<string, number> = {};
  const send = async () => {
    const began = performance.now();
    const { status, error } = await call(ask());
    times.push(performance.now() - began);
    if (status >= 200 && status <= 299) return;
    const reason = error ? `${status} (${error})` : String(status);
    failed[reason] = (failed[reason] ?? 0) + 1;
  };

  const sent: Promise<void>[] = [];
  const start = performance.now();
  while (sent.length === 0 || !over()) {
    sent.push(send());
    await wait(Math.max(0, start + sent.length * every - performance.now()));
  }
  await Promise.all(sent);
  times.sort((one, other) => one - other);
  return {
    requests: times.length,
    failures: sumOf(failed),
    failed,
    p50: rank(times, 0.5),
    p95: rank(times, 0.95),
    p99: rank(times, 0.99),
    slowest: rank(times, 1),
  };
}
