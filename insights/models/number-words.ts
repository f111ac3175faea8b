const UNITS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES: Record<string, number> = { hundred: 100, thousand: 1000, million: 1e6, billion: 1e9 };

const VALUES = new Map<string, number>([
  ...UNITS.map((word, index) => [word, index] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
  ['dozen', 12],
]);

const WORD = [...VALUES.keys(), ...Object.keys(SCALES)].sort((a, b) => b.length - a.length).join('|');
const NUMERAL = new RegExp(`\\b(?:${WORD})(?:(?:[\\s-]+|\\s+and\\s+)(?:${WORD}))*\\b`, 'gi');
const VAGUE = /\b(?:dozens|hundreds|thousands|millions|billions)\b/gi;

function numberOf(words: string[]): number {
  let total = 0;
  let group = 0;
  for (const word of words) {
    const scale = SCALES[word];
    if (scale === 100) group = (group || 1) * 100;
    else if (scale) {
      total += (group || 1) * scale;
      group = 0;
    } else group += VALUES.get(word) ?? 0;
  }
  return total + group;
}

/**
 * The numbers spelled out in an English text, with the text after each. Ignores a plain "one", which is often a
 * pronoun; words such as "thousands", which match no figure, have the value NaN.
 */
export function spelledNumbers(text: string): { words: string; value: number; after: string }[] {
  const numerals = [...text.matchAll(NUMERAL)]
    .filter(([words]) => words.toLowerCase() !== 'one')
    .map(({ 0: words, index }) => ({
      words,
      value: numberOf(
        words
          .toLowerCase()
          .split(/[\s-]+/)
          .filter((word) => word !== 'and'),
      ),
      after: text.slice(index + words.length),
    }));
  const vague = [...text.matchAll(VAGUE)].map(([words]) => ({ words, value: Number.NaN, after: '' }));
  return [...numerals, ...vague];
}
