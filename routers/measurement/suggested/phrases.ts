import type { Industry } from './industries.ts';

/** A question, and the tag of what it is about. */
export type Phrase = readonly [text: string, tag: string];

interface PhraseFacts extends Industry {
  name: string;
  /** Where it is, with a preposition and a blank before it. */
  place: string;
}

/** What people ask in a language. */
export interface Phrases {
  place: (town: string | null) => string;
  /** A kind of business that is not known, by the word for its vertical. */
  unknown: (vertical: string | null) => Industry;
  /** What people ask who look for one, best first: some of each kind, then the rest. */
  ask: (facts: PhraseFacts) => Phrase[];
  brandTag: string;
  reasons: { found: (many: string, place: string) => string; brand: string };
}

/** Some of each group, a few at a time, until none is left. */
export function inTurns(groups: readonly (readonly Phrase[])[], atOnce: number): Phrase[] {
  const longest = Math.max(...groups.map(({ length }) => length));
  const turns = Array.from({ length: Math.ceil(longest / atOnce) }, (_, turn) => turn * atOnce);
  return turns.flatMap((from) => groups.flatMap((group) => group.slice(from, from + atOnce)));
}
