import {
  ADDRESSED,
  AFTER_CONTACT,
  CLOSED,
  DOES,
  EXPECTED,
  GREETED,
  INTRODUCED,
  OWNED,
  PLACED,
  PREDICATE,
  SAID,
  SPEECH,
  WITH_CONTACT,
} from './context.ts';
import {
  afterRun,
  before,
  isAnyGiven,
  isAnyName,
  isFamily,
  isGiven,
  isInitial,
  isKnown,
  isTerm,
  isTitle,
  type Reading,
} from './reading.ts';
import { isTitled } from './titles.ts';
import type { WrittenWord } from './tokens.ts';
import { BUSINESS, BUSINESS_BEFORE, COMPANY_ROLES, ROLES, STOP, setOf } from './words.ts';

const ARTICLE =
  /(?<!\p{L})(?:the|a|an|our|my|your|this|that|these|to|der|die|das|ein|eine|unser|mein|wir|it|i|we|they|you|who)\s$/iu;

/** The last words of introductions; most words of a text follow none of them. */
const INTRODUCING = setOf(
  "name is s by heiße heisse ist namens appelle m’appelle m'appelle es llamo chiamo é nome called named am who whose",
);

/** Why a name begins at a word: its title, anything else, or nothing. */
export type Evidence = 'titled' | 'named' | 'none';

/** `Vanessas Beitrag`: the German genitive. */
const isGenitive = ({ tokens, german, lexicon }: Reading, at: number) => {
  const token = tokens[at];
  if (!german || !token?.capital || !token.lower.endsWith('s')) return false;
  return Boolean(tokens[at + 1]?.capital) && lexicon.given.has(token.lower.slice(0, -1));
};

/** The role of somebody beside a word: `our chef Marco`, `Rebecca, our bookkeeper`. */
function hasRole(reading: Reading, at: number, token: WrittenWord) {
  const { tokens, german } = reading;
  const role = tokens[at - 1];
  const after = afterRun(reading, at);
  const owned = OWNED.exec(after)?.[1]?.toLowerCase() ?? '';
  if (ROLES.has(owned) && isAnyName(reading, token)) return true;
  const called =
    /^(?:heißt|heisst|namens|named|called|is)$/.test(role?.lower ?? '') && ROLES.has(tokens[at - 2]?.lower ?? '');
  if (called && token.gap === ' ')
    return (
      (!isTerm(token) || reading.lexicon.weak.has(token.lower)) && (role?.lower !== 'is' || isAnyName(reading, token))
    );
  if (!role || !/^(?:\s|, |: )$/.test(token.gap)) return false;
  const feminine =
    german && role.capital && /^\p{Lu}\p{L}{3,}(?:erin|istin|entin|ärztin|nerin|antin)$/u.test(role.text);
  if (!ROLES.has(role.lower) && !COMPANY_ROLES.has(role.lower) && !feminine) return false;
  if (role.capital && !german && !role.first) return isKnown(reading, token);
  if (COMPANY_ROLES.has(role.lower) || token.gap !== ' ') return isAnyName(reading, token) && !STOP.has(token.lower);
  return !isTerm(token);
}

/** `Kyle B.`, `D. Whitlock`, `Hope Sanderson`: words that only a name has together. */
function isPair(reading: Reading, at: number, token: WrittenWord) {
  const next = reading.tokens[at + 1];
  if (!next?.capital || isTerm(next) || isTitle(token)) return false;
  const family = isFamily(reading, next);
  if (isInitial(token) && /^\.\s?$/.test(next.gap)) {
    const apart = !/[.\p{L}]/u.test(reading.text[token.at - 1] ?? ' ');
    return apart && (isAnyName(reading, next) || (!/^[abci]$/.test(token.lower) && next.text.length > 3));
  }
  if (next.gap !== ' ') return false;
  if (isInitial(next)) return isKnown(reading, token) && reading.text[next.end] === '.' && !STOP.has(token.lower);
  if (STOP.has(token.lower) && !(reading.lexicon.weak.has(token.lower) && !token.first)) return false;
  if (family) return isKnown(reading, token) || (!reading.german && !token.first && !BUSINESS.has(token.lower));
  // Of two words that are names as well, the first must be a given name, and no part of a place such as `San Diego`.
  if (!reading.lexicon.familyAndWord.has(next.lower) || ROLES.has(next.lower) || isTitle(next)) return false;
  return isAnyGiven(reading, token) && !STOP.has(token.lower) && !BUSINESS_BEFORE.has(token.lower);
}

/** What the sentence says of a word with a capital that is no certain name. */
function isExpected(reading: Reading, at: number, token: WrittenWord) {
  const { german } = reading;
  const [ahead, after] = [before(reading, token), afterRun(reading, at)];
  const stopped = STOP.has(token.lower);
  const weak = reading.lexicon.weak.has(token.lower) || reading.lexicon.givenAndWord.has(token.lower);
  if ((stopped && !weak) || BUSINESS.has(token.lower) || isTitle(token)) return false;
  const any = isAnyName(reading, token);
  // In English an unknown word with a capital inside of a sentence is a proper name.
  const proper = !german && !token.first && !stopped && token.text.length > 2 && !/^\p{Lu}{2,}$/u.test(token.text);
  if (hasRole(reading, at, token)) return true;
  if (EXPECTED.test(ahead))
    return !stopped && (any || !german || /[:@]\s?$|i\.\s?[av]\.\s$|hei(?:ß|ss)t\s$/i.test(ahead));
  if (CLOSED.test(ahead) && /^[\s.!,)]*$/.test(after)) return true;
  if (GREETED.test(ahead) && ahead.length === token.at) return !stopped;
  if (WITH_CONTACT.test(after) && any) return isKnown(reading, token) || Boolean(reading.tokens[at + 1]?.capital);
  if (AFTER_CONTACT.test(ahead) && any && !stopped) return true;
  if (SPEECH.test(after) && (any || proper)) return true;
  if (token.first && reading.lexicon.givenAndWord.has(token.lower) && PREDICATE.test(after)) return true;
  if (DOES.test(after) && (proper || (isKnown(reading, token) && !stopped))) return true;
  if (ADDRESSED.test(german ? ahead : ahead.replace(/(?<!\p{L})im $/u, 'I’m ')))
    return !stopped && (isKnown(reading, token) || proper);
  return isFamily(reading, token) && proper && !PLACED.test(ahead);
}

/** Whether a name begins at a word, and why. */
export function evidenceIn(reading: Reading, at: number): Evidence {
  const token = reading.tokens[at];
  if (!token) return 'none';
  if (isTitled(reading, at)) return 'titled';
  const stopped = STOP.has(token.lower);
  if ((isGiven(reading, token) && !stopped) || isGenitive(reading, at)) return 'named';
  const introduced = INTRODUCING.has(reading.tokens[at - 1]?.lower ?? '') && INTRODUCED.test(before(reading, token));
  if (introduced && !(stopped && !token.capital)) return 'named';
  if (
    !token.capital &&
    isAnyGiven(reading, token) &&
    SAID.test(afterRun(reading, at)) &&
    !ARTICLE.test(before(reading, token))
  )
    return 'named';
  if (!token.capital) return isClosing(reading, at, token) ? 'named' : 'none';
  const shouted = /^\p{Lu}{2,4}$/u.test(token.text);
  if (!token.first && !stopped && !shouted && reading.lexicon.givenAndWord.has(token.lower)) return 'named';
  return isPair(reading, at, token) || isExpected(reading, at, token) ? 'named' : 'none';
}

/** `cheers dougie`: a last word in small letters. */
const isClosing = (reading: Reading, at: number, { lower, end }: WrittenWord) =>
  at === reading.tokens.length - 1 &&
  lower.length > 2 &&
  !STOP.has(lower) &&
  /^\W*$/.test(reading.text.slice(end)) &&
  /(?<!\p{L})(?:cheers|regards|lg|vg|mfg|gru(?:ß|ss)|grü(?:ß|ss)e),?\s$/iu.test(
    reading.text.slice(0, end - lower.length),
  );
