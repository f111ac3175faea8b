import type { ScoreKey } from '../wire.ts';

/** Rounds to one decimal; adding 0 turns -0 into 0, which is formatted without a sign. */
export const roundToTenth = (value: number) => Math.round(value * 10) / 10 + 0;

let numerals: Intl.NumberFormat | undefined;

/** A number in English notation, such as 4,210 or 58.4. */
export function numberText(value: number) {
  // Created on first use: it takes 7 MiB, a tenth of an idle service.
  numerals ??= new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
  return numerals.format(value);
}

/** A fraction as a percentage, to one decimal. */
export const percentInWords = (fraction: number) => `${numberText(roundToTenth(fraction * 100))} percent`;

export const counted = (number: number, noun: string, nouns = `${noun}s`) =>
  `${numberText(number)} ${number === 1 ? noun : nouns}`;

export const joinWords = (words: string[]) =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const joinSentences = (sentences: string[]) => sentences.filter(Boolean).join(' ');

/** Components that are not called as their keys are. “AI visibility” is the figure of a scan of assistants. */
const NAMES: Partial<Record<ScoreKey, string>> = { other: 'another component', ai_visibility: 'AI search' };

/** The name of a score component in a sentence. */
export const componentName = (key: ScoreKey) =>
  NAMES[key] ?? key.replaceAll('_', ' ').replace(/\b(seo|ai)\b/g, (word) => word.toUpperCase());

const CUSTOMER_TERMS: [RegExp, string][] = [
  [/dent|ortho|derma|optom|surgery|pediatr|medic|health|therap|pharm|chiro|clinic/, 'patients'],
  [/hospitality|hotel|restaurant|travel|entertain|events|food/, 'guests'],
  [
    /legal|account|consult|financ|insur|mortgage|estate|design|architect|recruit|marketing|relations|salon|spa|professional/,
    'clients',
  ],
  [/educat/, 'students'],
  [/fitness|sport|religion/, 'members'],
];

/** The term for customers in an industry. */
export const customerTerm = (vertical: string) =>
  CUSTOMER_TERMS.find(([industry]) => industry.test(vertical))?.[1] ?? 'customers';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

export const bareMonthText = (month: string) => MONTHS[Number(month.slice(5)) - 1] ?? '';

/** A month `YYYY-MM` as a sentence names it. */
export const monthText = (month: string) => `${bareMonthText(month)} ${month.slice(0, 4)}`;
