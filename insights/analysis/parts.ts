import type { QuestionTopics, Topic } from '../question/topics.ts';
import type { InsightContext, ScoreKey } from '../wire.ts';

/** The names of a closed list among the topics of a question: `source`, `channel`, `engine` or `part`. */
export const namesOf = (prefix: string, topics: readonly Topic[]) =>
  topics.filter((topic) => topic.startsWith(`${prefix}.`)).map((topic) => topic.slice(prefix.length + 1));

// Common words that name a component only if the scan has it.
const COMMON_WORDS = new Set<string>([
  'content',
  'social',
  'engagement',
  'technical',
  'listings',
  'reputation',
  'authority',
]);

/** The score components named in a question: of the scan, or else those of a name that means nothing else. */
export function partsOf({ topics }: QuestionTopics, { visibility }: Pick<InsightContext, 'visibility'>): ScoreKey[] {
  const scored = new Set([...(visibility?.components ?? []), ...(visibility?.tiers ?? [])].map(({ key }) => key));
  const named = namesOf('part', topics) as ScoreKey[];
  const measured = named.filter((part) => scored.has(part));
  return measured.length > 0 ? measured : named.filter((part) => !COMMON_WORDS.has(part)).slice(0, 3);
}
