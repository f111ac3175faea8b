import type { InsightContext } from '../wire.ts';
import { hasTraffic } from './facts.ts';
import { findGaps } from './gaps.ts';
import type { Topic } from './topics.ts';

/** At most 4 follow-up questions on notable figures, without the topics just asked about. */
export function suggestions(context: InsightContext, asked: Topic[]): string[] {
  const { visibility, goals, action_items: tasks } = context;
  if (!visibility)
    return [
      'What does the visibility score measure?',
      ...(goals.length > 0 ? ['Which goal needs attention first?'] : []),
    ];

  const [largestGap] = findGaps(visibility);
  const hasOverdueGoal = goals.some(({ is_overdue }) => is_overdue);
  const candidates: [Topic, boolean, string][] = [
    ['trends', Boolean(visibility.change), `Why did the score ${(visibility.change ?? 0) > 0 ? 'rise' : 'fall'}?`],
    ['advice', largestGap !== undefined, `How can we improve ${largestGap?.name}?`],
    ['goals', goals.length > 0, hasOverdueGoal ? 'Which goals are overdue?' : 'Which goal needs attention first?'],
    ['tasks', tasks.open > 0, tasks.overdue > 0 ? 'Which tasks are overdue?' : 'What is left to do?'],
    ['traffic', hasTraffic(context), 'How many visits lead to a conversion?'],
    ['scores', true, 'What holds our score back most?'],
    ['advice', true, 'What should we do first?'],
  ];
  return candidates
    .flatMap(([topic, applies, question]) => (applies && !asked.includes(topic) ? [question] : []))
    .slice(0, 4);
}
