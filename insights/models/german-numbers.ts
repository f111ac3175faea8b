const UNITS = 'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ');
const TEENS: [string, number][] = [
  ['dreizehn', 13],
  ['vierzehn', 14],
  ['fünfzehn', 15],
  ['sechzehn', 16],
  ['siebzehn', 17],
  ['achtzehn', 18],
  ['neunzehn', 19],
];
const TENS: [string, number][] = [
  ['zwanzig', 20],
  ['dreißig', 30],
  ['dreissig', 30],
  ['vierzig', 40],
  ['fünfzig', 50],
  ['sechzig', 60],
  ['siebzig', 70],
  ['achtzig', 80],
  ['neunzig', 90],
];

const SMALL = new Map<string, number>([...UNITS.map((word, value) => [word, value] as const), ...TEENS, ...TENS]);
const BY_LENGTH = [...SMALL.keys()].sort((a, b) => b.length - a.length).join('|');
const UNIT = UNITS.slice(1, 10).join('|');
const TEN = TENS.map(([word]) => word).join('|');

const BELOW_HUNDRED = `(?:(?:${UNIT})und(?:${TEN})|${BY_LENGTH})`;
const NUMBER = new RegExp(
  `^(?:(?<thousands>(?:(?:${UNIT})?hundert)?(?:${BELOW_HUNDRED})?)tausend)?(?:(?<hundreds>${UNIT})?(?<hundred>hundert))?(?:und)?(?<rest>${BELOW_HUNDRED})?$`,
);
const COMPOUND = new RegExp(`^(${UNIT})und(${TEN})$`);

function belowHundred(text: string) {
  const [, unit = '', ten = ''] = COMPOUND.exec(text) ?? [];
  return ten ? (SMALL.get(unit) ?? 0) + (SMALL.get(ten) ?? 0) : (SMALL.get(text) ?? 0);
}

/** The value of a German number word in lower case, such as “viertausendzweihundertzehn”; undefined for other words. */
export function germanNumber(word: string): number | undefined {
  const parts = word ? NUMBER.exec(word)?.groups : undefined;
  if (!parts) return undefined;
  const { thousands, hundreds, hundred, rest } = parts;
  const thousand = thousands === undefined ? 0 : thousands === '' ? 1 : (germanNumber(thousands) ?? 0);
  return thousand * 1000 + (hundred ? (SMALL.get(hundreds ?? 'ein') ?? 1) * 100 : 0) + belowHundred(rest ?? '');
}

const VAGUE = /(?<!\p{L})(?:dutzende?n?|hunderten?|tausenden?|millionen|milliarden?)(?!\p{L})/giu;
const WORD = /(?<!\p{L})\p{L}{3,60}(?!\p{L})/gu;
// "ein" and "eine" are articles; "Hunderte" and the like are vague.
const NOT_NUMBERS = new Set(['ein', 'und']);

/** The numbers spelled out in a German text, with the text after each; vague ones have the value NaN. */
export function spelledInGerman(text: string): { words: string; value: number; after: string }[] {
  const numerals = [...text.matchAll(WORD)].flatMap(({ 0: words, index }) => {
    const word = words.toLowerCase();
    const value = NOT_NUMBERS.has(word) ? undefined : germanNumber(word);
    return value === undefined ? [] : [{ words, value, after: text.slice(index + words.length) }];
  });
  const vague = [...text.matchAll(VAGUE)].map(([words]) => ({ words, value: Number.NaN, after: '' }));
  return [...numerals, ...vague];
}
