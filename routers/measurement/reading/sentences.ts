import { comparable, type TextSpan } from './comparable-text.ts';

/** A sentence as it was written, and where its comparable form stands in that of the whole text. */
export interface Sentence extends TextSpan {
  written: string;
}

// A dot behind one of these, or behind a single letter, ends no sentence.
const ABBREVIATIONS =
  'dr mr mrs ms st prof inc ltd co corp no nr str ave blvd rd apt ste dipl ing med dent bzw ca usw vs tel';

// The end of a line, of a row of a table, of a sentence.
const END = new RegExp(
  `\\n+|(?<=[!?…。！？])\\s*|(?<=\\.["”’)]?)(?<!str\\.)(?<!(?<![\\p{L}\\p{M}])(?:\\p{L}|${ABBREVIATIONS.replaceAll(' ', '|')})\\.)\\s+`,
  'iu',
);

/** The sentences of a text, and its comparable form, in which they follow one another with a blank between them. */
export function splitSentences(text: string): { text: string; sentences: Sentence[] } {
  const sentences: Sentence[] = [];
  let whole = '';
  for (const part of text.normalize('NFKC').split(END)) {
    const compared = comparable(part);
    if (compared === '') continue;
    const from = whole === '' ? 0 : whole.length + 1;
    whole = whole === '' ? compared : `${whole} ${compared}`;
    sentences.push({ written: part.replaceAll(/\s+/gu, ' ').trim(), from, to: whole.length });
  }
  return { text: whole, sentences };
}

/** The sentences that have a part in common with one of the spans. */
export const sentencesWith = (sentences: readonly Sentence[], spans: readonly TextSpan[]) =>
  sentences.filter(({ from, to }) => spans.some((span) => span.from < to && from < span.to));
