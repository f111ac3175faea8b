import type { InsightContext } from '../wire.ts';

/** A number in a text: its value and the number of decimals shown. */
interface ParsedNumber {
  value: number;
  decimals: number;
}

const FRACTIONS = new Set(['confidence', 'engagement_rate', 'weight']);

function* leaves(value: unknown, key = ''): Generator<[key: string, value: number]> {
  if (typeof value === 'number') yield [key, value];
  else if (Array.isArray(value)) for (const item of value) yield* leaves(item, key);
  else if (value !== null && typeof value === 'object')
    for (const [name, item] of Object.entries(value)) yield* leaves(item, name);
}

/** The length of a list and the number of rows sharing each value. */
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

/** All figures of a context: its numbers, fractions as percentages, and counts of its lists. */
export function contextFigures(context: InsightContext): number[] {
  const { visibility, goals } = context;
  const overdue = goals.filter(({ is_overdue }) => is_overdue).length;
  const stated = [...leaves(context)].flatMap(([key, value]) =>
    FRACTIONS.has(key) && value <= 1 ? [value, Number((value * 100).toFixed(10))] : [value],
  );
  const lists = [goals, visibility?.components ?? [], visibility?.tiers ?? []];
  return [...new Set([...stated, ...counts(goals), overdue, ...lists.map(({ length }) => length)])];
}

const decimalsOf = (value: number) => String(value).split('.')[1]?.length ?? 0;

/** Whether a parsed number equals the figure, or the figure rounded to fewer decimals, at this scale. */
function matches({ value, decimals }: ParsedNumber, figure: number, scale: number) {
  const difference = Math.abs(value * scale - figure);
  if (difference < 1e-9) return true;
  const rounded = scale > 1 ? figure >= scale : decimals < decimalsOf(figure) && (figure >= 1 || decimals > 0);
  return rounded && difference <= 0.5 * scale * 10 ** -decimals + 1e-9;
}

/**
 * Whether a number matches one of the figures. Without a sign only the size counts: "fell by 3.2" states −3.2.
 * `scale` is 1,000 for "4.2k".
 */
export const matchesFigure = (figures: number[], number: ParsedNumber, sign: '+' | '-' | '' = '', scale = 1) =>
  figures
    .filter((figure) => sign === '' || (sign === '+' ? figure > 0 : figure < 0))
    .some((figure) => matches(number, Math.abs(figure), scale));

const groupedInteger = (separator: string) => new RegExp(`^(\\d+|\\d{1,3}(?:[${separator}]\\d{3})+)$`);

function parseWith(text: string, grouping: string, point: string): ParsedNumber[] {
  const [whole = '', decimals = '', ...more] = text.split(point);
  if (more.length > 0 || !groupedInteger(grouping).test(whole) || !/^\d*$/.test(decimals)) return [];
  return [{ value: Number(`${whole.replace(/\D/g, '')}.${decimals || 0}`), decimals: decimals.length }];
}

/** The possible values of a numeral in English or continental notation: 4,210.5 and 4.210,5. */
export const parseNumeral = (text: string): ParsedNumber[] => [
  ...parseWith(text, ",'’ ", '.'),
  ...parseWith(text, ".'’ ", ','),
];
