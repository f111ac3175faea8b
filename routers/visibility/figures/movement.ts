import type { Component, Tier } from '../../../db/schema/index.ts';
import { oneDecimal } from '../../values/rounding.ts';

/** A tier or component whose score changed between two scans. */
export interface Movement {
  label: string;
  score: number;
  change: number;
}

/** The parts of a score that changed, largest changes first; parts that are new or gone do not count. */
export function movements(now: (Tier | Component)[], before: (Tier | Component)[], atMost: number): Movement[] {
  const scores = new Map(before.map(({ key, score }) => [key, score]));
  return now
    .flatMap(({ key, label, score }) => {
      const earlier = scores.get(key);
      const change = earlier === undefined ? 0 : oneDecimal(score - earlier);
      return change === 0 ? [] : [{ label, score, change }];
    })
    .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))
    .slice(0, atMost);
}
