import { isAnyName, type Reading } from './reading.ts';
import { LOOSE_TITLES, PARTICLES, STOP, TITLES } from './words.ts';

/** Loose titles that are no other word where a capital follows them. */
const IN_SMALL_LETTERS =
  /^(?:sister|judge|captain|aunt|auntie|uncle|oma|opa|tante|onkel|attorney|nurse|officer|coach|rev|pastor|pfarrer|senator|sir)$/;
const SKIPPED = /^(?:med|dent|and|und)$/;

/** Whether a title stands before a word, with more titles, initials and particles between them. */
export function isTitled(reading: Reading, at: number) {
  const { tokens } = reading;
  const token = tokens[at];
  if (!token || TITLES.has(token.lower) || SKIPPED.test(token.lower)) return false;
  if (PARTICLES.has(token.lower)) return false;
  let gap = token.gap;
  for (let index = at - 1; index >= Math.max(0, at - 5) && /^\.?\s?$/.test(gap); index--) {
    const title = tokens[index];
    if (!title) return false;
    // `Fr.` is a title, `Fr` a Friday.
    const friday = title.lower === 'fr' && !gap.startsWith('.');
    if (TITLES.has(title.lower)) {
      if (token.capital) return true;
      const plain = index === at - 1 && token.lower.length > 2 && !STOP.has(token.lower);
      return plain && title.lower !== 'sr' && isAnyName(reading, token);
    }
    if (LOOSE_TITLES.has(title.lower) && !SKIPPED.test(title.lower) && !friday)
      return token.capital && !STOP.has(token.lower) && (title.capital || IN_SMALL_LETTERS.test(title.lower));
    if (!PARTICLES.has(title.lower) && !SKIPPED.test(title.lower)) return false;
    gap = title.gap;
  }
  return false;
}
