const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:(?:['’-]|(?<=\p{N})[.,](?=\p{N}))[\p{L}\p{M}\p{N}]+)*/gu;

// Scripts without spaces between words.
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
let segmenter: Intl.Segmenter | undefined;

/** The segments of a text of such a script. Making a segmenter takes 25 ms. */
function segmentsOf(text: string) {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return [...segmenter.segment(text)];
}

/** The words of a text, in any script. */
export function wordsOf(text: string): string[] {
  if (!UNSPACED.test(text)) return text.match(WORD) ?? [];
  return segmentsOf(text).flatMap(({ isWordLike, segment }) => (isWordLike ? segment : []));
}

const TOKEN = new RegExp(`${WORD.source}|\\s+|.`, 'gsu');

/** The words of a text and the text between them: joined, they are the text again. */
export const tokensOf = (text: string): string[] =>
  UNSPACED.test(text) ? segmentsOf(text).map(({ segment }) => segment) : (text.match(TOKEN) ?? []);

/** The beginning of a text of at most `most` characters, cut between words in any script. */
export function beginning(text: string, most: number) {
  if (text.length <= most) return text;
  // One character more tells whether a word ends there.
  const start = text.slice(0, most + 1);
  if (!UNSPACED.test(start) && /\s/.test(start.trimStart())) return start.replace(/\s+\S*$/, '').trimEnd();
  const ends = segmentsOf(text.slice(0, 2 * most)).map(({ index, segment }) => index + segment.length);
  return text.slice(0, ends.findLast((end) => end <= most) ?? most).trimEnd();
}

// The most frequent English words, which say nothing about the topic.
const STOP_WORDS = new Set(
  `a about after all also an and any are as at be because been but by can could do does for from get had has have he her
  here his how i if in into is it its just like make me more most my no not of on one only or other our out over she so
  some than that the their them then there these they this to up us was we were what when where which who why will with
  would you your`.split(/\s+/),
);

/** The keywords of a title, lower-case, at most five. */
export function keywordsOf(title: string): string[] {
  const words = wordsOf(title.normalize('NFKC').toLowerCase());
  const keywords = words.filter((word) => !STOP_WORDS.has(word) && (word.length > 2 || UNSPACED.test(word)));
  return [...new Set(keywords)].slice(0, 5);
}

/** A word for comparison: lower-case, without a plural s. */
export const stem = (word: string) => {
  const lower = word.normalize('NFKC').toLowerCase();
  return lower.length > 3 ? lower.replace(/(?:['’]s|(?<!s)s)$/, '') : lower;
};
