import { syllable } from 'syllable';
import { oneDecimal } from '../../values/rounding.ts';
import { wordsOf } from './words.ts';

const SENTENCE = /[^.!?…]+(?:[.!?…]+(?!\s|$)[^.!?…]+)*/gu;

/** The sentences of one block of text. */
export const sentencesOf = (text: string) =>
  (text.match(SENTENCE) ?? []).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

const LONGEST_WORD = 50;

const syllablesOf = (() => {
  const known = new Map<string, number>();
  return (word: string) => {
    const found = known.get(word) ?? Math.max(1, syllable(word.slice(0, LONGEST_WORD)));
    // Pages repeat words; the bound keeps a page of new words from filling the memory.
    if (known.size < 50_000) known.set(word, found);
    return found;
  };
})();

interface Prose {
  words: number;
  sentences: number;
  syllables: number;
}

const within = (value: number, most: number) => oneDecimal(Math.min(most, Math.max(0, value)));

/**
 * Reading ease of English prose, from 0 (hard) to 100 (easy): 206.835 − 1.015 · words per sentence − 84.6 · syllables
 * per word, held to that scale (Flesch, A New Readability Yardstick, Journal of Applied Psychology 32, 1948).
 */
export const readingEase = ({ words, sentences, syllables }: Prose) =>
  within(206.835 - 1.015 * (words / sentences) - 84.6 * (syllables / words), 100);

/**
 * US school grade: 0.39 · words per sentence + 11.8 · syllables per word − 15.59 (Kincaid,
 * Fishburne, Rogers and Chissom, Research Branch Report 8-75, 1975).
 */
export const gradeLevel = ({ words, sentences, syllables }: Prose) =>
  within(0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59, 30);

const LETTERS = /\p{L}/gu;
const LATIN = /\p{sc=Latn}/gu;

/** Whether the formulas apply: most letters are Latin. */
export const isLatin = (text: string) => {
  const letters = text.match(LETTERS)?.length ?? 0;
  return letters > 0 && (text.match(LATIN)?.length ?? 0) * 2 > letters;
};

/** Counts words, sentences and syllables for the formulas. */
export const measure = (sentences: string[]): Prose => {
  const words = sentences.flatMap(wordsOf);
  return {
    words: words.length,
    sentences: sentences.length,
    syllables: words.reduce((total, word) => total + syllablesOf(word), 0),
  };
};
