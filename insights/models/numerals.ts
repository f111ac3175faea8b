import type { InsightContext } from '../wire.ts';

/** A number as it was written: its value, and how many decimals were shown. */
export interface ParsedNumber {
  value: number;
  decimals: number;
}

const FRACTIONS = new Set(['confidence', 'engagement_rate', 'weight']);

function* leaves(value: unknown, key = ''): Generator<[key: string, value: number]> {
  if (typeof value === 'number') yield [key, value];
  else if (Array.isArray(value)) for (const one of value) yield* leaves(one, key);
  else if (value !== null && typeof value === 'object')
    for (const [name, one] of Object.entries(value)) yield* leaves(one, name);
}

/** How many there are of each kind in a list: all of them, and those that share a value. */
function counts(rows: object[]): number[] {
  const kinds = new Map<string, number>();
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      if (typeof value !== 'number') {
        const kind = `${name} ${value}`;
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
  return [rows.length, ...kinds.values()];
}

/** Every figure of a context: what is in it, its fractions as percentages, and how many its lists hold. */
export function contextFigures(context: InsightContext): number[] {
  const { visibility, goals } = context;
  const late = goals.filter(({ is_overdue }) => is_overdue).length;
  const stated = [...leaves(context)].flatMap(([key, value]) =>
    FRACTIONS.has(key) && value <= 1 ? [value, Number((value * 100).toFixed(10))] : [value],
  );
  const lists = [goals, visibility?.components ?? [], visibility?.tiers ?? []];
  return [...new Set([...stated, ...counts(goals), late, ...lists.map(({ length }) => length)])];
}

const decimalsOf = (value: number) => String(value).split('.')[1]?.length ?? 0;

/** Whether a number that was read is the figure itself or the figure rounded to fewer decimals, at this scale. */
function matches({ value, decimals }: ParsedNumber, figure: number, scale: number) {
  const off = Math.abs(value * scale - figure);
  if (off < 1e-9) return true;
  const rounded = scale > 1 ? figure >= scale : decimals < decimalsOf(figure) && (figure >= 1 || decimals > 0);
  return rounded && off <= 0.5 * scale * 10 ** -decimals + 1e-9;
}

/**
 * Whether one of the figures is meant. Without a sign only the size counts: "fell by 3.2" states a change of −3.2.
 * `scale` is 1,000 for "4.2k".
 */
export const matchesFigure = (figures: number[], reading: ParsedNumber, sign: '+' | '-' | '' = '', scale = 1) =>
  figures
    .filter((figure) => sign === '' || (sign === '+' ? figure > 0 : figure < 0))
    .some((figure) => matches(reading, Math.abs(figure), scale));

const WHOLE = (separator: string) => new RegExp(`^(\\d+|\\d{1,3}(?:[${separator}]\\d{3})+)$`);

function read(text: string, grouping: string, point: string): ParsedNumber[] {
  const [whole = '', decimals = '', ...more] = text.split(point);
  if (more.length > 0 || !WHOLE(grouping).test(whole) || !/^\d*$/.test(decimals)) return [];
  return [{ value: Number(`${whole.replace(/\D/g, '')}.${decimals || 0}`), decimals: decimals.length }];
}

/** What a numeral can mean, be it written the English or the continental way: 4,210.5 and 4.210,5. */
export const parseNumeral = (text: string): ParsedNumber[] => [...read(text, ",'’ ", '.'), ...read(text, ".'’ ", ',')];
