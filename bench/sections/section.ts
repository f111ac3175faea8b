import type { Pace } from '../flags.ts';
import type { Place } from '../place.ts';
import type { Figures } from '../rounds.ts';

/** Something hoped for, told next to the figures and asserted nowhere. */
export interface Target {
  text: string;
  reached: number;
  met: boolean;
  /** Whether it was set for this kind of database. */
  applies: boolean;
}

export interface Result {
  title: string;
  figures: Figures[];
  /** Single values that are no throughput, in milliseconds. */
  times?: Record<string, number>;
  targets: Target[];
}

/** `quick` leaves out what takes minutes to prepare. */
export type Section = (place: Place, pace: Pace, quick: boolean) => Promise<Result>;

/** How many times the rate of `other` the rate of `one` is. */
export function ratio(figures: Figures[], one: string, other: string) {
  const rate = (letter: string) => figures.find(({ name }) => name.startsWith(letter))?.rate ?? Number.NaN;
  return rate(one) / rate(other);
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
