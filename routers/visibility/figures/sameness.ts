import { COUNTRIES, FLOOR, LEGAL_FORM, ROOM, shortAddress, shortName } from './address-words.ts';

const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' };

/** Lower case, without accents, apostrophes and what cannot be seen; dashes are one kind of dash. */
export const fold = (text: string) =>
  text
    .replaceAll(/[\p{Cf}'’‘ʼ`´]/gu, '')
    .replaceAll(/[¼-¾⅐-⅞]/g, ' $& ')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/\p{Pd}/gu, '-');

// The dots of `N.E.` and `L.L.C.` hold one word together; any other dot parts two.
const ABBREVIATING_DOT = /(?<=(?<![\p{L}\p{N}])\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu;
const NO_WORD = /[^\p{L}\p{M}\p{N}]+/gu;

const wordsOf = (text: string, between: RegExp) =>
  text.replaceAll(ABBREVIATING_DOT, '').replaceAll(between, ' ').trim();

/** What is compared of a name. One without letters and digits is compared as it stands. */
function nameKey(name: string) {
  const folded = fold(name).replaceAll('&', ' and ').replaceAll('+', ' plus ');
  const words = wordsOf(folded, NO_WORD).replace(LEGAL_FORM, '');
  return shortName(words).join('') || folded.trim();
}

/** Compares two texts by what is left of them; two of which nothing is left have nothing in common. */
const comparing = (key: (text: string) => string) => (one: string, other: string) => {
  const known = key(one);
  return known !== '' && known === key(other);
};

/** Whether two texts name one business: letter case, accents, punctuation, spacing, abbreviations and legal form aside. */
export const sameName = comparing(nameKey);

/** Puts floors and rooms behind the street: they are written before it or after it. */
function arrange(words: string[]) {
  const rooms: string[] = [];
  const takeOut =
    (name: string) =>
    (_: string, ...numbers: (string | undefined)[]) => {
      rooms.push(`${name} ${numbers[0] ?? numbers[1]}`);
      return '';
    };
  const street = ` ${words.join(' ')} `.replaceAll(FLOOR, takeOut('floor')).replaceAll(ROOM, takeOut('room'));
  return [street.trim(), ...rooms.sort()].join(', ');
}

function addressKey(address: string) {
  const text = fold(address)
    .replaceAll('#', ' # ')
    .replaceAll(/(\p{L})(strasse|str)(?![\p{L}\p{N}])/gu, '$1 $2')
    .replaceAll(/(?<![\p{N}-])(\d{5})-\d{4}(?![\p{N}-])/gu, '$1')
    // `3-B` is `3B`; `12-14` is not `1214`.
    .replaceAll(/(?<=\d)-(?=\p{L}(?![\p{L}\p{N}]))|(?<=(?<![\p{L}\p{N}])\p{L})-(?=\d)/gu, '');
  const words = wordsOf(text, /[^\p{L}\p{M}\p{N}#-]+|(?<!\p{N})-|-(?!\p{N})/gu)
    .replaceAll(/ +/g, ' ')
    .trim();
  return words && arrange(shortAddress(` ${words}`.replace(COUNTRIES, '').trim() || words));
}

/**
 * Whether two texts are one postal address: letter case, accents, punctuation, order and name of the room,
 * abbreviations of streets, states and directions, ZIP+4 and a country's name aside. An address that lacks the room or
 * the town of the other is another.
 */
export const sameAddress = comparing(addressKey);
