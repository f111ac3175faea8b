import { isAnyName, isFamily, isGiven, isInitial, isKnown, isTerm, isTitle, type Reading } from './reading.ts';
import type { WrittenWord } from './tokens.ts';
import { BUSINESS, BUSINESS_BEFORE, PARTICLES, STOP, setOf, TITLES } from './words.ts';

/** Words that are family names behind a given name. */
const SURNAMES_TOO = setOf(
  'sommer winter herbst summer autumn fall spring king queen black german english french mai may march lang jung new',
);
/** Nouns of German, which have a capital behind a given name as well. */
const NOUN = /(?:ung|ungen|heit|keit|schaft|ion|ionen|tät|ismus|chen|lein|nis|tum|seite|zahl|zahlen|verleih|laden)$/;
const GENERATION = /^(?:I{2,3}|IV|Jr|Sr)$/;
const TOGETHER = /^\s$/;

/** Whether a word continues the name that began at another. */
function continues(reading: Reading, from: number, at: number) {
  const [last, token] = [reading.tokens[at - 1], reading.tokens[at]];
  if (!last || !token) return false;
  const afterInitial = isInitial(last) && /^\.?\s?$/.test(token.gap);
  if (!afterInitial && !TOGETHER.test(token.gap)) return false;
  if (GENERATION.test(token.text)) return true;
  if (isInitial(token)) return !/^[ia]$/.test(token.lower) || reading.text[token.end] === '.';
  const season = token.capital && SURNAMES_TOO.has(token.lower) && isGiven(reading, last);
  if (isTerm(token) && !season) return false;
  const family = isFamily(reading, token);
  if (!token.capital) return family || reading.lexicon.common.has(token.lower);
  if (at - from >= 2 && !afterInitial && !PARTICLES.has(last.lower)) return family;
  return isAnyName(reading, token) || !reading.german || !NOUN.test(token.lower);
}

/** The number of particles before a family name, as in `von der Heide`, with the name. */
function particlesAt({ tokens, lexicon, german }: Reading, at: number) {
  let count = 0;
  while (count < 3 && PARTICLES.has(tokens[at + count]?.lower ?? '') && TOGETHER.test(tokens[at + count]?.gap ?? ''))
    count++;
  const name = tokens[at + count];
  if (count === 0 || !name?.capital || !TOGETHER.test(name.gap) || isTerm(name)) return 0;
  if (/^(?:and|und|y)$/.test(tokens[at]?.lower ?? '')) return 0;
  const known = lexicon.family.has(name.lower) || lexicon.familyAndWord.has(name.lower);
  const loose = german && (count > 1 || /^(?:vom|zum|zur)$/.test(tokens[at]?.lower ?? ''));
  return known || (!loose && !NOUN.test(name.lower)) ? count + 1 : 0;
}

/** The end of the name that begins at a word: given names, initials, particles and family names. */
export function endOf(reading: Reading, from: number) {
  let end = from + 1;
  while (end - from < 6) {
    const more = particlesAt(reading, end) || (continues(reading, from, end) ? 1 : 0);
    if (more === 0) break;
    end += more;
  }
  return end;
}

/** Given names and initials before a name that was found: `Ngoc Lan`, where only the second is known. */
export function startOf(reading: Reading, from: number, least: number) {
  const { tokens, text, german } = reading;
  let start = from;
  while (start > least && from - start < 2) {
    const [token, next] = [tokens[start - 1], tokens[start]];
    if (!token?.capital || !/^(?:\s|\.\s?)$/.test(next?.gap ?? '') || isTitle(token)) break;
    const initial = isInitial(token) && !/[.\p{L}]/u.test(text[token.at - 1] ?? ' ') && token.lower !== 'i';
    if (next?.gap !== ' ' && !initial) break;
    if (token.text.length === 1 && !initial) break;
    if (STOP.has(token.lower) && (token.first || !reading.lexicon.weak.has(token.lower))) break;
    const unknown = !german && !token.first && !BUSINESS.has(token.lower);
    if (!initial && !unknown && !isKnown(reading, token)) break;
    start--;
  }
  return start;
}

/** The titles before a name, which tell its bearer’s sex. */
export function titleOf({ tokens }: Reading, from: number, least: number) {
  const LINK = /^(?:and|und|von|van)$/;
  let start = from;
  while (start > least && /^\.?\s?$/.test(tokens[start]?.gap ?? '')) {
    const title = tokens[start - 1]?.lower ?? '';
    if (!TITLES.has(title) && !/^(?:miss|sir|lord|lady|dame|med|dent)$/.test(title) && !LINK.test(title)) break;
    start--;
  }
  return LINK.test(tokens[start]?.lower ?? '') ? from : start;
}

const SHOP =
  /^(?:diner|gym|caf[eé]|bakery|pizza|salon|bar|grill|pub|kitchen|shop|store|garage|boutique|restaurant|inn|deli|barber|market|day|dental|flowers|place|house|pets|books|street|road|avenue|lane)$/;

/** Names of shops, streets and places contain names of people. */
export function isBusiness(reading: Reading, from: number, end: number) {
  const { tokens, text } = reading;
  for (let at = from + 1; at < Math.min(tokens.length, from + 5); at++) {
    const token: WrittenWord | undefined = tokens[at];
    if (!token?.capital || !/^(?: | & | and |-|['’]s )$/.test(token.gap)) break;
    if (/s $/.test(token.gap) ? SHOP.test(token.lower) : BUSINESS.has(token.lower) && !/and/.test(token.gap))
      return true;
  }
  const firm = /^ ?& ?$/.test(tokens[end]?.gap ?? '') && tokens[end]?.capital && end === from + 1;
  const [first, last, previous] = [tokens[from], tokens[end - 1], tokens[from - 1]];
  if (!first || !last) return false;
  if (firm && !(isGiven(reading, first) && isGiven(reading, tokens[end] ?? first))) return true;
  const after = text.slice(last.end, last.end + 24);
  if (/^\s?(?:&|and|und) (?:sons?|söhne|co|partners?|associates|daughters)\b/i.test(after)) return true;
  if (/^\.(?:com|de|org|net|ch|at|co)\b/.test(after)) return true;
  return Boolean(previous?.capital && /^(?:\s|\.\s)$/.test(first.gap) && BUSINESS_BEFORE.has(previous.lower));
}
