import { LRUCache } from 'lru-cache';
import { abbreviateAddress, abbreviateName, COUNTRIES, FLOOR, LEGAL_FORM, ROOM } from './abbreviations.ts';

const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' };

// Cut before NFKD, which makes up to 18 characters of one, and again afterwards.
const LONGEST = 300;

/**
 * Lower case, without accents, apostrophes and invisible characters, and with one kind of dash. Only the first 300
 * characters count.
 */
export const normalizeText = (text: string) =>
  text
    .slice(0, LONGEST)
    .replaceAll(/[\p{Cf}'’‘ʼ`´]/gu, '')
    .replaceAll(/[¼-¾⅐-⅞]/g, ' $& ')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .slice(0, LONGEST)
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/\p{Pd}/gu, '-');

// Dots in `N.E.` and `L.L.C.` belong to one word; any other dot separates words.
const ABBREVIATING_DOT = /(?<=(?<![\p{L}\p{N}])\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu;
const NO_WORD = /[^\p{L}\p{M}\p{N}]+/gu;

const wordsOf = (text: string, between: RegExp) =>
  text.replaceAll(ABBREVIATING_DOT, '').replaceAll(between, ' ').trim();

/** The comparison key of a name; names without letters and digits are compared unchanged. */
function nameKey(name: string) {
  const normalized = normalizeText(name).replaceAll('&', ' and ').replaceAll('+', ' plus ');
  const words = wordsOf(normalized, NO_WORD).replace(LEGAL_FORM, '');
  return abbreviateName(words).join('') || normalized.trim();
}

// A profile is compared with hundreds of listings, which are the same ones in the next scan.
const REMEMBERED_BYTES = 2 * 1024 * 1024;

/** Compares two texts by key; empty keys never match. */
function equalBy(key: (text: string) => string) {
  const keys = new LRUCache<string, string>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: (made, text) => 2 * (made.length + text.length) + 100,
    memoMethod: key,
  });
  const keyOf = (text: string) => keys.memo(text.slice(0, LONGEST));
  return (one: string, other: string) => keyOf(one) !== '' && keyOf(one) === keyOf(other);
}

/** Whether two business names match, ignoring case, accents, punctuation, spacing, abbreviations and legal form. */
export const namesMatch = equalBy(nameKey);

/** Moves floors and rooms behind the street: some addresses have them first. */
function moveRoomsLast(words: string[]) {
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
  const text = normalizeText(address)
    .replaceAll('#', ' # ')
    .replaceAll(/(\p{L})(strasse|str)(?![\p{L}\p{N}])/gu, '$1 $2')
    .replaceAll(/(?<![\p{N}-])(\d{5})-\d{4}(?![\p{N}-])/gu, '$1')
    // `3-B` is `3B`; `12-14` is not `1214`.
    .replaceAll(/(?<=\d)-(?=\p{L}(?![\p{L}\p{N}]))|(?<=(?<![\p{L}\p{N}])\p{L})-(?=\d)/gu, '');
  const words = wordsOf(text, /[^\p{L}\p{M}\p{N}#-]+|(?<!\p{N})-|-(?!\p{N})/gu)
    .replaceAll(/ +/g, ' ')
    .trim();
  return words && moveRoomsLast(abbreviateAddress(` ${words}`.replace(COUNTRIES, '').trim() || words));
}

/**
 * Whether two postal addresses match, ignoring case, accents, punctuation, position and name of the room, abbreviations
 * of streets, states and directions, ZIP+4 and the country. A missing room or town is a difference.
 */
export const addressesMatch = equalBy(addressKey);
