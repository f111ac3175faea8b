import { atLeast, atMost, type Target } from '../sections/section.ts';
import { type Latency, sumOf } from './probe.ts';

/** The measurements of one attack. */
export interface Seen {
  /** The requests of the neighbours without and with the attack. */
  alone: Latency;
  beside: Latency;
  /** Answers to the attackers by status, and what else they counted. */
  counts: Record<string, number>;
  /** Bytes of the largest answer to the attackers. */
  largest: number;
  /** By how much the resident memory of the portal grew during the attack, at most, in MiB. */
  growth: number;
  /** How long the portal’s thread ran, waited for a processor, and ran in its longest turn, in milliseconds. */
  busy: { ran: number; waited: number; longest: number };
}

/** A bound that must hold during an attack. */
export type Bound = (seen: Seen, applies: boolean) => Target;

export const noFailures: Bound = ({ beside }, applies) =>
  atMost('requests of neighbours that fail: at most 0', 0, beside.failures, applies);

export const p99AtMost =
  (ms: number): Bound =>
  ({ beside }, applies) =>
    atMost(`p99 of neighbours: at most ${ms} ms`, ms, beside.p99, applies);

export const p95AtMost =
  (ms: number): Bound =>
  ({ beside }, applies) =>
    atMost(`p95 of neighbours: at most ${ms} ms`, ms, beside.p95, applies);

export const slowestAtMost =
  (ms: number): Bound =>
  ({ beside }, applies) =>
    atMost(`slowest request of neighbours: at most ${ms} ms`, ms, beside.slowest, applies);

/** Relative to the p99 without the attack; `orMs` suffices. */
export const p99AtMostTimes =
  (times: number, orMs = 0): Bound =>
  ({ alone, beside }, applies) => {
    const most = Math.max(orMs, times * alone.p99);
    const or = orMs > 0 ? ` or ${orMs} ms` : '';
    return atMost(
      `p99 of neighbours: at most ${times} times that without the attack${or}, ${Math.round(most)} ms`,
      most,
      beside.p99,
      applies,
    );
  };

export const growthAtMost =
  (mebibytes: number): Bound =>
  ({ growth }, applies) =>
    atMost(`growth of the resident memory in MiB: at most ${mebibytes}`, mebibytes, growth, applies);

export const answersAtMost =
  (mebibytes: number): Bound =>
  ({ largest }, applies) =>
    atMost(`largest answer in MiB: at most ${mebibytes}`, mebibytes, largest / 1024 ** 2, applies);

/** At most this many calls succeed, of more that were tried. */
export const callsAtMost = (most: number): Bound[] => [
  ({ counts }, applies) => atMost(`calls that succeed: at most ${most}`, most, counts[200] ?? 0, applies),
  ({ counts }, applies) => atLeast(`calls tried: more than ${most}`, most + 1, sumOf(counts), applies),
];
