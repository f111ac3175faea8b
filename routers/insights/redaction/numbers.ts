import { DASH, type Detector, detector, digitsOf } from './detector.ts';

/** The Luhn check of card numbers (ISO/IEC 7812-1). */
function isLuhn(digits: string) {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Excludes thousands separated by spaces, and lists of years. */
function isCard(groups: string[]) {
  const digits = groups.join('');
  if (digits.length < 13) return false;
  const years = groups.length > 1 && groups.every((group) => /^(?:19|20)\d\d$/.test(group));
  const thousands = groups.length > 1 && groups.slice(1).every(({ length }) => length === 3);
  return /^[2-6]\d{12,18}$/.test(digits) && !years && !thousands && isLuhn(digits);
}

const DIGIT_RUN = new RegExp(`\\d(?:[ \\t${DASH}._]{0,3}\\d){12,60}`, 'g');

/** Other numbers may adjoin a card: tries every run of whole groups, longest first. */
const cards: Detector = (text) =>
  text.replace(DIGIT_RUN, (run) => {
    const groups = [...run.matchAll(/\d+/g)];
    for (const [from, first] of groups.entries()) {
      let to = from;
      for (let length = 0; to < groups.length && length <= 19; to++) length += groups[to]?.[0].length ?? 0;
      for (; to > from; to--) {
        const candidate = groups.slice(from, to);
        const end = (groups[to - 1]?.index ?? 0) + (groups[to - 1]?.[0].length ?? 0);
        if (isCard(candidate.map(([digits]) => digits)))
          return `${run.slice(0, first.index)}[card]${cards(run.slice(end))}`;
      }
    }
    return run;
  });

// Lengths by country, from the IBAN registry.
const IBAN_LENGTHS: Record<number, string> = {
  15: 'NO',
  16: 'BE',
  18: 'DK FI FO GL NL SD',
  19: 'MK SI',
  20: 'AT BA EE KZ LT LU MN XK',
  21: 'CH HR LI LV',
  22: 'BG BH CR DE GB GE IE ME RS VA',
  23: 'AE GI IL IQ OM SO TL',
  24: 'AD CZ ES MD PK RO SA SE SK TN VG',
  25: 'LY PT ST',
  26: 'IS TR',
  27: 'BI DJ FR GR IT MC MR SM',
  28: 'AL AZ BY CY DO GT HU LB NI PL SV',
  29: 'BR EG PS QA UA',
  30: 'JO KW MU',
  31: 'MT SC',
  32: 'LC',
  33: 'RU',
};

const IBAN = new RegExp(
  `(?<![A-Z0-9])(?:${Object.entries(IBAN_LENGTHS)
    .map(
      ([length, countries]) =>
        `(?:${countries.replaceAll(' ', '|')}) ?\\d\\d(?:[ ${DASH}.]?[A-Z0-9]){${Number(length) - 4}}`,
    )
    .join('|')})(?![A-Z0-9])`,
  'gi',
);

const SEPARATED_SSN = new RegExp(`(?<![\\d${DASH}.])\\d{3}([${DASH} .])\\d{2}\\1\\d{4}(?![${DASH}.]?\\d)`, 'g');
const SORT_CODE = /(?<keep>\bsort code[^\w\n]{0,3}(?:is )?)\d\d[- ]\d\d[- ]\d\d(?!\d)/gi;

/** Bank and card numbers, and social security numbers. */
export const NUMBERS: Detector[] = [
  detector('iban', IBAN, (found) => digitsOf(found).length >= 10),
  cards,
  detector('ssn', SEPARATED_SSN),
  detector('number', SORT_CODE),
];
