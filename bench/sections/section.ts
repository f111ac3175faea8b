import type { Choice, Pace } from '../flags.ts';
import type { Place } from '../place.ts';
import type { Figures } from '../rounds.ts';

/** A goal, printed next to the figures and not asserted. */
export interface Target {
  text: string;
  reached: number;
  met: boolean;
  /** Whether it applies to this kind of database. */
  applies: boolean;
}

export interface Result {
  title: string;
  figures: Figures[];
  /** Single durations, in milliseconds. */
  times?: Record<string, number>;
  /** A table of other figures; all lines have the same columns. */
  lines?: Record<string, string | number>[];
  /** Sentences below the figures. */
  notes?: string[];
  targets: Target[];
}

/** `quick` omits preparations that take minutes. */
export type Section = (place: Place, pace: Pace, quick: boolean, choice: Choice) => Promise<Result>;

/** The rate of `one` divided by the rate of `other`. */
export function ratio(figures: Figures[], one: string, other: string) {
  const rate = (letter: string) => figures.find(({ name }) => name.startsWith(letter))?.rate ?? Number.NaN;
  return rate(one) / rate(other);
}

/** The CPU of a request of `one` divided by that of `other`. */
export function cpuRatio(figures: Figures[], one: string, other: string) {
  const cpu = (letter: string) => figures.find(({ name }) => name.startsWith(letter))?.cpu ?? Number.NaN;
  return cpu(one) / cpu(other);
}

export const atLeast = (text: string, least: number, reached: number, applies: boolean): Target => ({
  text,
  reached,
  met: reached >= least,
  applies,
});

export const atMost = (text: string, most: number, reached: number, applies: boolean): Target => ({
  text,
  reached,
  met: reached <= most,
  applies,
});
