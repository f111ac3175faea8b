/** A number that was typed: its value, or why there is none. */
export type TypedNumber = number | 'missing' | 'unclear';

/** Blanks and apostrophes group digits in several countries, and mean nothing else in a number. */
const BLANK = /[\s'’]/gu;

const digitsOf = (locale: string | undefined) =>
  Array.from(new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210)).toReversed();

/**
 * Numbers as a locale writes them, and as people who read it type them. What another locale would write, such as `12,5`
 * in English, is unclear: it may be 12.5 or a mistyped 125.
 */
export function numbersIn(locale: string | undefined) {
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always', maximumFractionDigits: 12 });
  const parts = format.formatToParts(-1234567.5);
  const signOf = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const digits = digitsOf(locale);
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/[\u2212\u2013]/g, '-')
      .replaceAll(/\p{Nd}/gu, (digit) => (digits.includes(digit) ? String(digits.indexOf(digit)) : digit));
  const group = plain(signOf('group')).replaceAll(BLANK, ' ');
  const decimal = signOf('decimal');
  const grouped = (whole: string) => plain(format.format(BigInt(whole))).replaceAll(BLANK, ' ');

  function read(text: string): TypedNumber {
    const typed = plain(text).trim().replaceAll(BLANK, ' ');
    if (typed === '') return 'missing';
    const sign = /^[+-]/.exec(typed)?.[0] ?? '';
    const [whole = '', fraction = '', ...more] = typed.slice(sign.length).trimStart().split(decimal);
    const bare = whole.replaceAll(group, '').replaceAll(' ', '');
    if (more.length > 0 || !/^\d*$/.test(bare + fraction) || bare + fraction === '') return 'unclear';
    const isGrouped = whole !== bare;
    if (isGrouped && whole.replaceAll(' ', group) !== grouped(bare || '0')) return 'unclear';
    // Adding zero takes the sign off a zero.
    return Number(`${sign}${bare || '0'}.${fraction || '0'}`) + 0;
  }

  return {
    read,
    /** A number as `read` takes it; nothing where there is none. */
    shown: (value: number | null | undefined) => (value === null || value === undefined ? '' : format.format(value)),
  };
}
