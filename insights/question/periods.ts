import { MONTHS } from '../context-parts.ts';

// Months are counted: year · 12 + month, January being 0.

const NAMES = [
  'jan(?:uary|uar)?|jaenner',
  'feb(?:ruary|ruar)?|feber',
  'mar(?:ch)?|maerz|marz|mrz',
  'apr(?:il)?',
  'may|mai',
  'june?|juni',
  'july?|juli',
  'aug(?:ust)?',
  'sep(?:t(?:ember)?)?',
  'o[ck]t(?:ober)?',
  'nov(?:ember)?',
  'de[cz](?:ember)?',
];

const NAME = NAMES.map((name, at) => `(?<m${at}>${name})`).join('|');
const YEAR = "(?:\\s*(?:,|of|of the year)?\\s*(?:(?<year>20\\d\\d)|'(?<short>\\d\\d)))?";
const NAMED = new RegExp(`\\b(?:${NAME})\\b\\.?${YEAR}`, 'g');
const NUMBERED = /\b(?<year>20\d\d)-(?<number>0[1-9]|1[0-2])\b|\b(?<first>0?[1-9]|1[0-2])[/.](?<after>20\d\d)\b/g;

// "May" is a month after these words, or with a year.
const BEFORE_MAY = /\b(?:in|im|since|of|from|for|to|and|vs|or|until|through|last|april|von|bis|seit|und|oder)\W+$/;

// Not part of a longer number, and not the number of something.
const BARE_YEAR =
  /(?<![\d.,/-])\b(?<year>20[123]\d)\b(?![.,/-]?\d)(?! (?:reviews|visits|sessions|users|visitors|bewertungen|besuche))/g;

const NUMBER: Record<string, number> = {
  two: 2,
  three: 3,
  four: 4,
  six: 6,
  nine: 9,
  twelve: 12,
  zwei: 2,
  drei: 3,
  vier: 4,
  sechs: 6,
  neun: 9,
  zwoelf: 12,
};
const numberOf = (text: string) => NUMBER[text] ?? Number(text);

const LAST = '(?:last|past|previous|prior|letzte[nrsm]?|vergangene[nrsm]?|vorige[nrsm]?)';
const THIS = '(?:this|current|diese[nrsm]?|aktuelle[nrsm]?|laufende[nrsm]?)';
const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
const quarterOf = (month: number) => range(month - (month % 3), month - (month % 3) + 2);
const yearOf = (year: number) => range(year * 12, year * 12 + 11);

type Found = Record<string, string | undefined>;

/** Phrases and the months they mean, in order: a match is taken out of the text. */
const PHRASES: [RegExp, (now: number, found: Found) => number[] | string][] = [
  [/\b(?:last|past|letzte[nr]?|vergangenen) (?:30|thirty|dreissig) (?:days|tagen?)\b/g, () => 'last_30_days'],
  [/\b(?:month before last|two months ago|vorletzte[nrm]? monats?|vor zwei monaten)\b/g, (now) => [now - 2]],
  [
    new RegExp(`\\b${LAST} (?<number>\\d{1,2}|[a-z]+) (?:months?|monaten?)\\b`, 'g'),
    (now, { number = '' }) => (numberOf(number) > 0 ? range(now - Math.min(24, numberOf(number)), now - 1) : [now - 1]),
  ],
  [
    new RegExp(`\\b(?:${LAST} (?:month|monats?)|vormonats?|(?:a|one) month ago|vor einem monat)\\b`, 'g'),
    (now) => [now - 1],
  ],
  [new RegExp(`\\b${THIS} (?:month|monats?)\\b`, 'g'), (now) => [now]],
  [new RegExp(`\\b(?:${LAST} (?:quarter|quartals?))\\b`, 'g'), (now) => quarterOf(now - 3)],
  [new RegExp(`\\b${THIS} (?:quarter|quartals?)\\b`, 'g'), (now) => quarterOf(now).filter((month) => month <= now)],
  [
    /\bq(?<quarter>[1-4])(?: (?<year>20\d\d))?\b/g,
    (now, { quarter, year }) => {
      const first = (Number(year ?? Math.floor(now / 12)) * 4 + Number(quarter) - 1) * 3;
      return quarterOf(year || first <= now ? first : first - 12);
    },
  ],
  [new RegExp(`\\b(?:${LAST} (?:year|jahre?s?)|vorjahre?s?)\\b`, 'g'), (now) => yearOf(Math.floor(now / 12) - 1)],
  [
    new RegExp(
      `\\b(?:${THIS} (?:year|jahre?s?)|year to date|heuer|seit jahresbeginn|(?:since|seit) (?:the )?(?:anfang|beginn|beginning|start) (?:of )?(?:the |this |des |dieses )?(?:year|jahres))\\b`,
      'g',
    ),
    (now) => yearOf(Math.floor(now / 12)).filter((month) => month <= now),
  ],
  [
    /\b(?:today|yesterday|heute|gestern|(?:this|last|past|per|diese|letzte|pro|each|every) (?:weeks?|wochen?|days?|tage?|hour|stunde|weekend|wochenende)|\d+ (?:days?|weeks?|tagen?|wochen?)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekly|daily|(?:day|time) of (?:the )?(?:week|day|month)|weekdays?|wochentage?|uhrzeit|taeglich|woechentlich)\b/g,
    () => 'other',
  ],
];

function monthIn(now: number, found: Found): number {
  const named = NAMES.findIndex((_, at) => found[`m${at}`]);
  const month = named === -1 ? Number(found.number ?? found.first) - 1 : named;
  const year = found.year ?? found.after ?? (found.short && `20${found.short}`);
  if (year) return Number(year) * 12 + month;
  const thisYear = Math.floor(now / 12) * 12 + month;
  return thisYear <= now ? thisYear : thisYear - 12;
}

const RANGE_BEFORE = /\b(?:from|between|von|zwischen|vom)\W+(?:the |dem )?$/;
const RANGE_WITHIN = /^\W*(?:to|till|until|through|and|bis|und|-|–)\W*(?:zum |the )?$/;
const SINCE = /\b(?:since|seit|ab|from|starting)\W+(?:the |dem |anfang |ende )?$/;
const SUM_BEFORE = /\b(?:difference|compare|unterschied|vergleich|vergleiche)\b/;

/** The named months of a text; ranges and "since" mean every month of theirs. */
function namedMonths(text: string, now: number): number[] {
  const found = [...text.matchAll(NAMED), ...text.matchAll(NUMBERED)]
    .filter(({ 0: words, index, groups }) => {
      const isMay = groups?.m4 === 'may' && !groups.year && !groups.short;
      return !isMay || words.length > 4 || BEFORE_MAY.test(text.slice(0, index));
    })
    .sort((one, other) => one.index - other.index)
    .map(({ 0: words, index, groups }) => ({ month: monthIn(now, groups ?? {}), index, end: index + words.length }));
  return found.flatMap(({ month, index }, at) => {
    const next = found[at + 1];
    const before = text.slice(0, index);
    const comparing = SUM_BEFORE.test(before);
    const rangeFollows = next && RANGE_WITHIN.test(text.slice(found[at]?.end, next.index));
    if (next && rangeFollows && RANGE_BEFORE.test(before) && !comparing) {
      // "From October to March" begins before the March it ends with.
      return month <= next.month ? range(month, next.month) : range(month - 12, next.month);
    }
    return SINCE.test(before) && !next ? range(month, now) : [month];
  });
}

const nameOf = (month: number) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;

/** The periods of a question in plain words, and the words without them. `asOf` is an ISO time. */
export function readPeriods(text: string, asOf: string): { periods: string[]; rest: string } {
  const now = Number(asOf.slice(0, 4)) * 12 + Number(asOf.slice(5, 7)) - 1;
  const months: number[] = [];
  const words: string[] = [];
  const withoutPhrases = PHRASES.reduce(
    (rest, [form, meaning]) =>
      rest.replace(form, (_match, ...found) => {
        const last = found.at(-1);
        const meant = meaning(now, typeof last === 'object' ? last : {});
        if (typeof meant === 'string') words.push(meant);
        else months.push(...meant);
        return ' ';
      }),
    text,
  );
  months.push(...namedMonths(withoutPhrases, now));
  const rest = withoutPhrases.replace(NUMBERED, ' ').replace(NAMED, ' ');
  for (const { groups } of rest.matchAll(BARE_YEAR))
    months.push(...yearOf(Number(groups?.year)).filter((month) => month <= now));
  const known = [...new Set(months)].filter((month) => month > now - MONTHS && month <= now);
  if (months.some((month) => month <= now - MONTHS)) words.push('earlier');
  if (months.some((month) => month > now)) words.push('later');
  return { periods: [...known.map(nameOf), ...new Set(words)].slice(0, 20), rest: rest.replace(BARE_YEAR, ' ') };
}
