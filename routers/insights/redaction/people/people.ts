import type { Detector } from '../detector.ts';
import { evidenceIn } from './evidence.ts';
import { lexicon } from './lexicon.ts';
import { isAnyName, isKnown, isTitle, type Reading } from './reading.ts';
import { endOf, isBusiness, startOf, titleOf } from './span.ts';
import { isGerman, type WrittenWord, writtenWords } from './tokens.ts';
import { BUSINESS, STOP } from './words.ts';

type Span = { start: number; end: number };

/** Names that the words around them show. */
function namesIn(reading: Reading) {
  const { tokens } = reading;
  const spans: Span[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const evidence = evidenceIn(reading, at);
    if (evidence === 'none') continue;
    const end = endOf(reading, at);
    const least = spans.at(-1)?.end ?? 0;
    if (evidence === 'titled') spans.push({ start: titleOf(reading, at, least), end });
    else if (isBusiness(reading, at, end)) {
      while (tokens[at + 1]?.capital && /^(?: | & )$/.test(tokens[at + 1]?.gap ?? '')) at++;
      continue;
    } else spans.push({ start: familyBefore(reading, startOf(reading, at, least), least), end });
    at = end - 1;
  }
  return spans;
}

/** `Smith, John` begins with the family name. */
function familyBefore(reading: Reading, start: number, least: number) {
  const [family, given] = [reading.tokens[start - 1], reading.tokens[start]];
  if (start <= least || !family?.capital || given?.gap !== ', ' || isTitle(family) || STOP.has(family.lower))
    return start;
  return isAnyName(reading, family) && !BUSINESS.has(family.lower) ? start - 1 : start;
}

const AND = /^(?:and|und|or|oder|y|et|vs|sowie)$/;

/** The word that stands before another in a list, and whether more than a comma joins them. */
function neighbour({ tokens }: Reading, at: number) {
  const [token, word] = [tokens[at], tokens[at - 1]];
  if (/^(?:,| ?&| ?\/) ?$/.test(token?.gap ?? '')) return { last: at, word: !token?.gap.startsWith(',') };
  const joined = token?.gap === ' ' && AND.test(word?.lower ?? '') && /^,? $/.test(word?.gap ?? '');
  return joined ? { last: at - 1, word: true } : undefined;
}

/** Members of a list that has a name in it: `Hope Sanderson and Will`. */
function joinsList(reading: Reading, at: number, starts: Set<number>, ends: Set<number>) {
  const { tokens, german, lexicon: names } = reading;
  const token = tokens[at];
  if (!token?.capital || BUSINESS.has(token.lower) || isTitle(token)) return false;
  const [after, end] = [neighbour(reading, at), endOf(reading, at)];
  const follows = after !== undefined && ends.has(after.last);
  const ahead = [end, end + 1].find((next) => starts.has(next) && neighbour(reading, next)?.last === end);
  if (!follows && ahead === undefined) return false;
  const word = follows ? after.word : Boolean(neighbour(reading, ahead ?? end)?.word);
  if (STOP.has(token.lower)) return word && names.weak.has(token.lower) && (follows || !token.first);
  if (isKnown(reading, token)) return true;
  if (!word && ahead !== undefined && !token.first) return isAnyName(reading, token);
  if (!word && ahead !== undefined && german) return isAnyName(reading, token) && names.common.has(token.lower);
  return word && (isAnyName(reading, token) || (!german && (follows || !token.first)));
}

function listed(reading: Reading, spans: Span[]) {
  const [starts, ends] = [new Set(spans.map(({ start }) => start)), new Set(spans.map(({ end }) => end))];
  const taken = new Set(
    spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index)),
  );
  const more: Span[] = [];
  for (let at = 0; at < reading.tokens.length; at++) {
    if (taken.has(at) || !joinsList(reading, at, starts, ends)) continue;
    const end = endOf(reading, at);
    if (isBusiness(reading, at, end)) continue;
    more.push({ start: at, end });
    ends.add(end);
    at = end - 1;
  }
  return more;
}

/** Names of people, by a lexicon and by what is said around them. */
export const people: Detector = (text) => {
  if (!/\p{L}/u.test(text)) return text;
  const tokens = writtenWords(text);
  const reading: Reading = { text, tokens, german: isGerman(text), lexicon: lexicon() };
  const spans = namesIn(reading);
  // Twice, since the members of a list are found from one to the next.
  for (let pass = 0; pass < 2 && spans.length > 0; pass++) spans.push(...listed(reading, spans));
  return marked(
    text,
    tokens,
    spans.sort((one, other) => one.start - other.start),
  );
};

function marked(text: string, tokens: WrittenWord[], spans: Span[]) {
  let [output, from] = ['', 0];
  for (const { start, end } of spans) {
    const [first, last] = [tokens[start], tokens[end - 1]];
    if (!first || !last || first.at < from) continue;
    output += `${text.slice(from, first.at)}[name]`;
    from = last.end;
  }
  return output + text.slice(from);
}
