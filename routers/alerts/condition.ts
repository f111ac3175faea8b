import type { FigureReading } from './figures.ts';
import type { AlertRow } from './shapes.ts';

/** Differences of decimals, such as 70.1 − 65.1, without the error of binary fractions. */
const difference = (one: number, other: number) => Math.round((one - other) * 1_000_000) / 1_000_000;

/** Whether a figure meets the condition of an alert; undefined where too little is known to say. */
export function isMet({ when, value }: Pick<AlertRow, 'when' | 'value'>, { now, before, moved }: FigureReading) {
  if (now === null) return undefined;
  if (when === 'moved') return moved;
  if (value === null) return undefined;
  if (when === 'below') return now < value;
  if (when === 'above') return now > value;
  if (before === null) return undefined;
  return when === 'drops_by' ? difference(before, now) >= value : difference(now, before) >= value;
}
