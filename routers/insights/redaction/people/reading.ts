import type { Lexicon } from './lexicon.ts';
import type { WrittenWord } from './tokens.ts';
import { BUSINESS, LOOSE_TITLES, ROLES, STOP, TITLES } from './words.ts';

/** A text as it is read for names. */
export type Reading = { text: string; tokens: WrittenWord[]; german: boolean; lexicon: Lexicon };

const AROUND = 48;

export const before = ({ text }: Reading, token: WrittenWord) => text.slice(Math.max(0, token.at - AROUND), token.at);

/** The text after a word and the capitals that follow it. */
export function afterRun({ text, tokens }: Reading, at: number) {
  let last = at;
  while (last - at < 3 && tokens[last + 1]?.capital && /^\.? $/.test(tokens[last + 1]?.gap ?? '')) last++;
  const end = tokens[last]?.end ?? text.length;
  return text.slice(end, end + AROUND);
}

export const isInitial = ({ text }: WrittenWord) => /^\p{Lu}$/u.test(text);
export const isTitle = ({ lower }: WrittenWord) => TITLES.has(lower) || LOOSE_TITLES.has(lower) || ROLES.has(lower);
export const isTerm = ({ lower }: WrittenWord) => STOP.has(lower) || BUSINESS.has(lower);

const partsOf = (lower: string) => lower.split(/[-‐–]/).filter((part) => part.length > 2);
const among = (names: Set<string>, { lower }: WrittenWord) =>
  names.has(lower) || (/[-‐–]/.test(lower) && partsOf(lower).some((part) => names.has(part)));

/** `Mary` and `Beth` in `Marybeth`. */
function isCompound({ given, givenAndWord }: Lexicon, lower: string) {
  for (let at = 4; at <= lower.length - 4; at++)
    if (given.has(lower.slice(0, at)) && (given.has(lower.slice(at)) || givenAndWord.has(lower.slice(at)))) return true;
  return false;
}

/** A given name that is nothing else; with a hyphen its first part, if it has a capital. */
export const isGiven = ({ lexicon }: Reading, token: WrittenWord) => {
  const [first = ''] = token.lower.split(/[-‐–]/);
  const last = token.lower.split(/[-‐–]/).at(-1) ?? '';
  const named = [lexicon.given, lexicon.givenAndWord, lexicon.family, lexicon.familyAndWord].some((names) =>
    names.has(last),
  );
  const hyphenated = token.capital && first !== token.lower && first.length > 1 && named;
  if (lexicon.given.has(token.lower) || (hyphenated && lexicon.given.has(first))) return true;
  return token.lower.length > 7 && token.lower.length < 14 && isCompound(lexicon, token.lower);
};

export const isFamily = ({ lexicon }: Reading, token: WrittenWord) => among(lexicon.family, token);

/** A name of the lexicon, if only one that is a word, a place or a brand as well. */
export const isAnyGiven = (reading: Reading, token: WrittenWord) =>
  isGiven(reading, token) || reading.lexicon.givenAndWord.has(token.lower) || reading.lexicon.weak.has(token.lower);

export const isKnown = (reading: Reading, token: WrittenWord) => isAnyGiven(reading, token) || isFamily(reading, token);

export const isAnyName = (reading: Reading, token: WrittenWord) =>
  isKnown(reading, token) || among(reading.lexicon.familyAndWord, token);
