import { comparable, type TextSpan } from './comparable-text.ts';
import { findHosts } from './hosts.ts';
import { findBusiness } from './mentions.ts';
import type { Known } from './read-answer.ts';
import { type Sentence, sentencesWith, splitSentences } from './sentences.ts';
import { sentimentWords } from './sentiment.ts';

/** Words of an answer that counted, by their offsets in its text. */
export interface AnswerMark extends TextSpan {
  kind: 'own' | 'competitor' | 'praise' | 'blame';
}

/** Longer answers are shown up to here. */
const LONGEST = 20_000;

/** Where each unit of the comparable form of a sentence stands as written; undefined where that cannot be told. */
function originsOf({ written, from, to }: Sentence): number[] | undefined {
  const origins: number[] = [];
  let at = 0;
  for (const character of written) {
    // White space alone would be trimmed away.
    const length = /\s/u.test(character) ? 1 : comparable(character).length;
    for (let unit = 0; unit < length; unit++) origins.push(at);
    at += character.length;
  }
  return origins.length === to - from ? [...origins, at] : undefined;
}

/**
 * An answer as it was read, and the words in it that counted: names of the organization and its competitors, and listed
 * words of the sentences that name the organization.
 */
export function markAnswer({ text: written }: { text: string }, { subject, rivals }: Omit<Known, 'listed'>) {
  const { text, sentences } = splitSentences(written.slice(0, LONGEST).toWellFormed());
  const read = { text, hosts: findHosts(text), cited: new Set<string>() };
  const own = findBusiness(read, { names: [subject.name, ...subject.aliases], site: subject.website }).spans;
  const others = rivals.flatMap(({ name, domain }) => findBusiness(read, { names: [name], site: domain }).spans);
  const listed = sentencesWith(sentences, own).flatMap((sentence) => sentimentWords(text, sentence, own));
  const counted: AnswerMark[] = [
    ...own.map(({ from, to }) => ({ from, to, kind: 'own' as const })),
    ...others.map(({ from, to }) => ({ from, to, kind: 'competitor' as const })),
    ...listed.map(({ from, to, value }) => ({ from, to, kind: value > 0 ? ('praise' as const) : ('blame' as const) })),
  ];
  let shown = '';
  const marks: AnswerMark[] = [];
  for (const sentence of sentences) {
    const start = shown === '' ? 0 : shown.length + 1;
    shown = shown === '' ? sentence.written : `${shown} ${sentence.written}`;
    const origins = originsOf(sentence);
    for (const { from, to, kind } of origins ? counted : []) {
      if (from < sentence.from || to > sentence.to) continue;
      const [first, end] = [origins?.[from - sentence.from] ?? 0, origins?.[to - sentence.from] ?? 0];
      marks.push({ from: start + first, to: start + end, kind });
    }
  }
  return { text: shown, marks: withoutOverlaps(marks) };
}

/** The marks in their order; of overlapping ones the first and longest. */
function withoutOverlaps(marks: AnswerMark[]) {
  const kept: AnswerMark[] = [];
  for (const mark of marks.sort((one, other) => one.from - other.from || other.to - one.to))
    if (mark.from >= (kept.at(-1)?.to ?? 0)) kept.push(mark);
  return kept;
}
