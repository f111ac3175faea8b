// Cut before NFKD, which makes up to 18 characters of one, and again afterwards.
export const LONGEST = 300;

const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' };
const SPELLED_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

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

/** A text whose umlauts are two letters: `Mueller` for `Müller`. */
export const spellOutUmlauts = (text: string) =>
  text
    .slice(0, LONGEST)
    .normalize('NFC')
    .replaceAll(/[äöüåø]/gi, (letter) => SPELLED_OUT[letter.toLowerCase()] ?? letter);
