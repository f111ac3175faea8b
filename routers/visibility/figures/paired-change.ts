import type { AeoReadings, StoredChange } from '../../../db/schema/index.ts';
import { oneDecimal } from '../../values/rounding.ts';
import { obstacles, type PairedCell } from './comparability.ts';
import { pooled, type Sample } from './rate-interval.ts';
import { tQuantile } from './student-t.ts';

const cellsOf = ({ engines, cells }: AeoReadings) =>
  cells.map(([prompt, at, readings, mentions]) => ({
    prompt,
    engine: engines[at]?.engine ?? '',
    sample: { readings, mentions },
  }));

/** The questions that both scans put to the same assistant. */
function pairCells(before: AeoReadings, now: AeoReadings): PairedCell[] {
  const keyOf = (prompt: string, engine: string) => `${prompt} ${engine}`;
  const earlier = new Map(cellsOf(before).map(({ prompt, engine, sample }) => [keyOf(prompt, engine), sample]));
  return cellsOf(now).flatMap(({ prompt, engine, sample }) => {
    const known = earlier.get(keyOf(prompt, engine));
    return known ? [{ prompt, engine, before: known, now: sample }] : [];
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const rateOf = ({ readings, mentions }: Sample) => mentions / readings;

/** Figures that differ only by how they were computed are the same. */
const settled = (value: number) => Math.round(value * 1e10) / 1e10;

/** For each question the difference of its mean rates over the assistants, in points. */
const differencesOf = (pairs: PairedCell[]) =>
  [...Map.groupBy(pairs, ({ prompt }) => prompt).values()].map((cells) =>
    settled(100 * (mean(cells.map(({ now }) => rateOf(now))) - mean(cells.map(({ before }) => rateOf(before))))),
  );

/** The mean of differences with its 95% interval, and the change that four of five such comparisons would show. */
function meanChange(differences: readonly number[]) {
  const value = settled(mean(differences));
  const df = differences.length - 1;
  const areEqual = differences.every((difference) => difference === differences[0]);
  const squares = differences.reduce((sum, difference) => sum + (difference - value) ** 2, 0);
  const error = areEqual ? 0 : Math.sqrt(squares / df / differences.length);
  const margin = tQuantile(0.975, df) * error;
  return { value, low: value - margin, high: value + margin, smallestVisible: margin + tQuantile(0.8, df) * error };
}

const UNKNOWN = { value: null, low: null, high: null, smallestVisible: null };

/**
 * The change of the mention rate since the scan before, over the questions that both put to the same assistants: what
 * the questions share falls out of the differences, so that they show changes which two intervals would hide.
 */
export function pairedChange(before: AeoReadings, now: AeoReadings): StoredChange {
  const pairs = pairCells(before, now);
  const prompts = new Set(pairs.map(({ prompt }) => prompt)).size;
  const comparedOn = {
    prompts,
    engines: new Set(pairs.map(({ engine }) => engine)).size,
    readings: pooled(pairs.flatMap((pair) => [pair.before, pair.now])).readings,
  };
  const notComparable = obstacles(before, now, pairs, prompts);
  if (notComparable.length > 0) return { ...UNKNOWN, verdict: 'not_comparable', comparedOn, notComparable };

  const { value, low, high, smallestVisible } = meanChange(differencesOf(pairs));
  return {
    value: oneDecimal(value),
    low: oneDecimal(low),
    high: oneDecimal(high),
    verdict: low > 0 || high < 0 ? 'moved' : 'no_clear_change',
    smallestVisible: oneDecimal(smallestVisible),
    comparedOn,
    notComparable,
  };
}
