import type { InsightContext } from '../wire.ts';
import { splitDates } from './dates.ts';
import { spelledInGerman } from './german-numbers.ts';
import { spelledNumbers } from './number-words.ts';
import { contextFigures, matchesFigure, parseNumeral } from './numerals.ts';
import { takeRatios } from './ratio-words.ts';

// "3 steps", "two main reasons": counts of what the answer itself lists.
const OWN_COUNT =
  /^\s+(?:\p{L}+\s+)?(?:steps?|reasons?|things?|areas?|ways?|factors?|actions?|ideas?|options?|questions?|causes?|levers?|priorities|Schritten?|Gründen?|Dingen?|Bereichen?|Wegen?|Faktoren|Maßnahmen|Ideen|Fragen|Ursachen|Hebeln?)\b/u;
const OWN_COUNT_MAX = 5;

// Marketing terms that contain a digit.
const NAMES = /(?<![\p{L}\d])(?:B2B|B2C|D2C|GA4|G2|H[1-6])(?![\p{L}\d])/gu;

// The scale of a score is not a figure: "58.4 of 100", "from 0 to 100".
const OF_A_HUNDRED =
  /(?<=\d%?(?:\s(?:points?|Punkte|puntos|punti|pontos|punten))?)\s*(?:\/|(?:out of|of|von|sur|de|su|van)\s)\s*100(?![\d%.,]*\d)(?!\s*%)(?!\s+(?!and|with|at|but|in|for|after|since|on|as|which|points?\b)\p{L})/giu;
const ZERO_TO_HUNDRED = /\b0\s*(?:to|-|–|bis|à)\s*100\b(?!\s*%)/gi;

// "1. …" and "2) …" at the start of a line.
const ENUMERATOR = /^[ \t]*\(?[1-9][.)](?=\s)/gm;

const NUMERAL = /\d+(?:[.,'’]\d+| \d{3}(?!\d))*/g;
const SCALE: Record<string, number> = { '': 1, k: 1000, K: 1000, M: 1e6 };

function isKnown(figures: number[], numeral: string, before: string, after: string): boolean {
  // Digits attached to letters belong to a name, or imitate one.
  if (/[\p{L}_.,]$/u.test(before)) return false;
  const [unit = ''] = after.match(/^[\p{L}_×⁄]+/u) ?? [];
  const scale = SCALE[unit];
  if (scale === undefined) return false;

  // A dash after a digit or a letter joins a range; it is not a sign.
  const [, sign = ''] = before.match(/(?:^|[^\p{L}\d])([+\-−])$/u) ?? [];
  if (sign === '' && Number(numeral) <= OWN_COUNT_MAX && OWN_COUNT.test(after)) return true;
  const stated = sign === '' ? '' : sign === '+' ? '+' : '-';
  const known = (text: string) => parseNumeral(text).some((reading) => matchesFigure(figures, reading, stated, scale));
  return known(numeral) || (numeral.includes(' ') && numeral.split(' ').every(known));
}

/**
 * The figures of a text that are not in the context, as written. Allowed are figures rounded to fewer decimals,
 * fractions as percentages, and the lengths of lists.
 */
export function unknownFigures(text: string, context: InsightContext): string[] {
  const figures = contextFigures(context);
  const { visibility } = context;
  const measured = visibility
    ? [visibility.calculated_at, visibility.ai_search?.as_of ?? visibility.calculated_at]
    : [];
  const { reviews, traffic, search } = context;
  const lists = [visibility?.by_month, reviews?.by_month, traffic?.by_month, search?.by_month];
  const months = lists.flatMap((list) => list?.map(({ month }) => month) ?? []);
  const dates = [
    context.as_of,
    ...measured,
    ...months,
    ...(visibility?.last_change ? [visibility.last_change.month] : []),
  ];
  const { rest, wrong } = splitDates(text.normalize('NFKC'), dates);
  const plain = [NAMES, ENUMERATOR, ZERO_TO_HUNDRED, OF_A_HUNDRED].reduce(
    (text, form) => text.replace(form, ' '),
    rest,
  );
  const { ratios, rest: unrelated } = takeRatios(plain);

  const foreignDigits = [...plain.matchAll(/(?![0-9])\p{N}/gu)].map(([digit]) => digit);
  const unknown = [...plain.matchAll(NUMERAL)]
    .filter(
      ({ 0: numeral, index }) =>
        !isKnown(figures, numeral, plain.slice(0, index).slice(-2), plain.slice(index + numeral.length)),
    )
    .map(([numeral]) => numeral);
  const spelled = [...spelledNumbers(unrelated), ...spelledInGerman(unrelated)]
    .filter(({ value, after }) => !(value <= OWN_COUNT_MAX && OWN_COUNT.test(after)))
    .filter(({ value }) => !matchesFigure(figures, { value, decimals: 0 }))
    .map(({ words }) => words);
  const shares = ratios.filter(({ percent }) => !figures.some((figure) => Math.abs(figure - percent) <= 0.5));
  return [...wrong, ...foreignDigits, ...unknown, ...spelled, ...shares.map(({ words }) => words)];
}
