import { LRUCache } from 'lru-cache';
import { MIB } from '../../../flow/byte-units.ts';
import { abbreviateAddress, abbreviateName, COUNTRIES, FLOOR, ROOM } from './abbreviations.ts';
import { withoutCountry } from './countries.ts';
import { withoutLegalForm, withoutWrittenForm } from './legal-forms.ts';
import { LONGEST, normalizeText, spellOutUmlauts } from './normalized-text.ts';

// Dots in `N.E.` and `L.L.C.` belong to one word; any other dot separates words.
const ABBREVIATING_DOT = /(?<=(?<![\p{L}\p{N}])\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu;
const NO_WORD = /[^\p{L}\p{M}\p{N}]+/gu;

const wordsOf = (text: string, between: RegExp) =>
  text.replaceAll(ABBREVIATING_DOT, '').replaceAll(between, ' ').trim();

/** The comparison key of a name; names without letters and digits are compared unchanged. */
function nameKey(name: string) {
  const normalized = normalizeText(withoutWrittenForm(name)).replaceAll('&', ' and ').replaceAll('+', ' plus ');
  return abbreviateName(withoutLegalForm(wordsOf(normalized, NO_WORD))).join('') || normalized.trim();
}

// A profile is compared with hundreds of listings, which are the same ones in the next scan.
const REMEMBERED_BYTES = 2 * MIB;

/** Compares two texts by key, with umlauts as one letter or as two; empty keys never match. */
function equalBy(key: (text: string) => string) {
  const keys = new LRUCache<string, readonly [string, string]>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ([plain, spelledOut], text) => 2 * (plain.length + spelledOut.length + text.length) + 100,
    memoMethod: (text) => {
      const spelledOut = spellOutUmlauts(text);
      const plain = key(text);
      return [plain, spelledOut === text.normalize('NFC') ? plain : key(spelledOut)];
    },
  });
  const keysOf = (text: string) => keys.memo(text.slice(0, LONGEST));
  return (one: string, other: string) => {
    const [[plain, spelledOut], [otherPlain, otherSpelledOut]] = [keysOf(one), keysOf(other)];
    return plain !== '' && (plain === otherPlain || spelledOut === otherSpelledOut);
  };
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

/** Parts that are written together or apart: `5 a`, `12 bis`, `1012 AB`, `SW1A 1AA`. */
const joinParts = (words: string[]) =>
  words
    .join(' ')
    .replaceAll(/(?<=\d) (?=(?:bis|quater|[abdf-jklmopqtuxyz])(?: |$))/g, '')
    .replaceAll(/(?<=\p{L} \d{1,4}) (?=[a-z](?: \d| ?$))/gu, '')
    .replaceAll(/(?<=(?:^| )\d{4}) (?=[a-z]{2}(?: |$))/g, '')
    .replaceAll(/(?<=(?:^| )[a-z]{1,2}\d[a-z\d]?) (?=\d[a-z]{2}(?: |$))/g, '')
    .split(' ');

function addressKey(address: string) {
  const text = withoutCountry(normalizeText(address))
    .replaceAll('#', ' # ')
    // `Strasse`, `-straat` and `-platz` are often parts of a word.
    .replaceAll(/(\p{L})(strasse|straat|str)(?![\p{L}\p{N}])/gu, '$1 st')
    .replaceAll(/(\p{L}{3})(?:platz|pl)(?![\p{L}\p{N}])/gu, '$1 pl')
    .replaceAll(/(?<![\p{N}-])(\d{5})-\d{4}(?![\p{N}-])/gu, '$1')
    // A country before a postcode: `D-10115`.
    .replaceAll(
      /(?<![\p{L}\p{N}])(?:[abdefhils]|at|be|ch|cz|de|dk|fi|fr|hu|it|lu|nl|no|pl|se)-(?=\d{4,5}(?![\p{N}]))/gu,
      '',
    )
    // `3-B` is `3B`; `12-14` is not `1214`.
    .replaceAll(/(?<=\d)-(?=\p{L}(?![\p{L}\p{N}]))|(?<=(?<![\p{L}\p{N}])\p{L})-(?=\d)/gu, '');
  const words = wordsOf(text, /[^\p{L}\p{M}\p{N}#-]+|(?<!\p{N})-|-(?!\p{N})/gu)
    .replaceAll(/ +/g, ' ')
    // The first number of an address is that of the house, `nº 5` and `Nr. 5` too.
    .replace(/^(\D*\p{L}) (?:no|nr)(?= \d)/u, '$1')
    .trim();
  return words && moveRoomsLast(joinParts(abbreviateAddress(` ${words}`.replace(COUNTRIES, '').trim() || words)));
}

/**
 * Whether two postal addresses match, ignoring case, accents, punctuation, position and name of the room, abbreviations
 * of streets, states and directions, ZIP+4 and the country. A missing room or town is a difference.
 */
export const addressesMatch = equalBy(addressKey);
