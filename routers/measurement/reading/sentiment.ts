import { comparable, type TextSpan } from './comparable-text.ts';
import type { Sentence } from './sentences.ts';
import { BLAME, NEGATION, PRAISE } from './sentiment-words.ts';

const comparableSet = (listed: ReadonlySet<string>) => new Set([...listed].map(comparable));
const [praise, blame, negation] = [PRAISE, BLAME, NEGATION].map(comparableSet) as [
  Set<string>,
  Set<string>,
  Set<string>,
];

/** How many words a negation reaches. */
const REACH = 3;

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/** A sentence without its mentions, which may have a word of the lists in them: blanks stand for them. */
function withoutSpans(text: string, { from, to }: TextSpan, spans: readonly TextSpan[]) {
  let rest = '';
  let at = from;
  for (const span of spans) {
    if (span.to <= at || span.from >= to) continue;
    const [begin, end] = [Math.max(at, span.from), Math.min(to, span.to)];
    rest += text.slice(at, begin) + ' '.repeat(end - begin);
    at = end;
  }
  return rest + text.slice(at, to);
}

/** The listed words of a sentence: 1 for praise and −1 for blame, the other way round behind a negation. */
export function sentimentWords(text: string, sentence: TextSpan, mentions: readonly TextSpan[]) {
  const tokens = [...withoutSpans(text, sentence, mentions).matchAll(WORD)].map(({ 0: word, index }) => ({
    word: word.replaceAll('’', "'"),
    from: sentence.from + index,
    to: sentence.from + index + word.length,
  }));
  return tokens.flatMap(({ word, from, to }, at) => {
    const value = praise.has(word) ? 1 : blame.has(word) ? -1 : 0;
    if (value === 0) return [];
    const isTurned = tokens.slice(Math.max(0, at - REACH), at).some((before) => negation.has(before.word));
    return [{ value: isTurned ? -value : value, from, to }];
  });
}

/**
 * The sentiment of the sentences that name a business, −1 to 1: praise less blame over both, by closed lists. Null
 * without such a sentence, 0 without a listed word.
 */
export function sentimentOf(text: string, naming: readonly Sentence[], mentions: readonly TextSpan[]): number | null {
  if (naming.length === 0) return null;
  const values = naming.flatMap((sentence) => sentimentWords(text, sentence, mentions).map(({ value }) => value));
  if (values.length === 0) return 0;
  const sum = values.reduce((total, value) => total + value, 0);
  return Math.round((1000 * sum) / values.length) / 1000 + 0;
}
