import { diffArrays } from 'diff';
import { tokensOf } from '../rendering/words.ts';

/** A passage of a comparison: text of both versions, or what one was replaced with. */
export type Passage = { same: string } | { removed: string; added: string };

type Split = (text: string) => string[];

const lines: Split = (text) => text.match(/[^\n]*\n|[^\n]+/g) ?? [];
const sentences: Split = (text) => text.match(/[^.!?>]*[.!?>]+\s*|[^.!?>]+/g) ?? [];

// From coarse to fine: changed parts of one level are compared on the next, so that large texts cost little.
const LEVELS = [lines, sentences, tokensOf];

/** The number of differences up to which a passage is compared; beyond it is shown as replaced. */
const MOST_DIFFERENCES = 2000;

const isSpace = (text: string) => /^\s*$/.test(text);

/** Joins changes that only white space separates: a sentence that was rewritten reads as one change. */
function joinChanges(parts: Passage[]): Passage[] {
  const joined: Passage[] = [];
  for (const [index, part] of parts.entries()) {
    const last = joined.at(-1);
    const isBetween = 'same' in part && isSpace(part.same) && index + 1 < parts.length;
    const change = isBetween ? { removed: part.same, added: part.same } : part;
    if (last && 'removed' in last && 'removed' in change) {
      last.removed += change.removed;
      last.added += change.added;
    } else joined.push({ ...part });
  }
  return joined;
}

function compareOn([split, ...finer]: Split[], removed: string, added: string, until: number): Passage[] {
  if (!split || removed === '' || added === '') return [{ removed, added }];
  const timeout = until - performance.now();
  if (timeout <= 0) return [{ removed, added }];
  const changes = diffArrays(split(removed), split(added), { timeout, maxEditLength: MOST_DIFFERENCES });
  if (!changes) return [{ removed, added }];

  const parts: Passage[] = [];
  for (const { value, added: isAdded, removed: isRemoved } of changes) {
    const text = value.join('');
    const last = parts.at(-1);
    if (!isAdded && !isRemoved) parts.push({ same: text });
    else if (last && 'removed' in last) last[isAdded ? 'added' : 'removed'] += text;
    else parts.push({ removed: isRemoved ? text : '', added: isAdded ? text : '' });
  }
  return parts.flatMap((part) => ('same' in part ? [part] : compareOn(finer, part.removed, part.added, until)));
}

/**
 * Compares two texts by words, in about `milliseconds` at most: passages that differ too much, and those that are left
 * when the time is over, count as replaced.
 */
export function compareTexts(before: string, after: string, milliseconds: number): Passage[] {
  if (before === after) return [{ same: before }];
  return joinChanges(compareOn(LEVELS, before, after, performance.now() + milliseconds));
}
