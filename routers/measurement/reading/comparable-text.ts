import { foldCase } from '../../values/fold-case.ts';

/** Text in the form in which names are compared: NFKC, full case folding (ß = ss), one blank for any white space. */
export const comparable = (text: string) =>
  foldCase(text.normalize('NFKC'))
    .normalize('NFKC')
    .replaceAll(/[\s\u0085]+/gu, ' ')
    .trim();

const WORD_BEFORE = /[\p{L}\p{N}\p{M}]$/u;
const WORD_AFTER = /^[\p{L}\p{N}\p{M}]/u;

/** A part of a text. */
export interface TextSpan {
  from: number;
  to: number;
}

/** Where a name stands as whole words in a text, both comparable: no letter, digit or mark before or after it. */
export function findWords(text: string, name: string): TextSpan[] {
  const found: TextSpan[] = [];
  if (name === '') return found;
  for (let from = text.indexOf(name); from >= 0; from = text.indexOf(name, from + 1)) {
    const to = from + name.length;
    // Two units are one character of the rarer scripts.
    const isWhole =
      !WORD_BEFORE.test(text.slice(Math.max(0, from - 2), from)) && !WORD_AFTER.test(text.slice(to, to + 2));
    if (isWhole) found.push({ from, to });
  }
  return found;
}
