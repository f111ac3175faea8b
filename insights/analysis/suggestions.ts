import type { QuestionTopics, Topic } from '../question/topics.ts';
import type { InsightContext } from '../wire.ts';
import { hasTraffic } from './facts.ts';
import { componentName } from './formatting.ts';
import { findGaps } from './gaps.ts';
import { GERMAN_COMPONENTS } from './wording/german-formatting.ts';

/** At most 4 follow-up questions that the figures answer, without the topics just asked about. */
export function suggestions(
  context: InsightContext,
  { language, topics: asked }: Pick<QuestionTopics, 'language' | 'topics'>,
): string[] {
  const { visibility, goals, action_items: tasks, reviews, traffic } = context;
  const say = (english: string, german: string) => (language === 'de' ? german : english);
  const goalFirst = say('Which goal needs attention first?', 'Welches Ziel braucht zuerst Aufmerksamkeit?');
  const [gap] = visibility ? findGaps(visibility) : [];
  const rose = (visibility?.change ?? 0) > 0;
  const hasOverdueGoal = goals.some(({ is_overdue }) => is_overdue);
  const candidates: [Topic[], boolean, string][] = [
    [
      ['trends', 'why'],
      Boolean(visibility?.change),
      say(`Why did the score ${rose ? 'rise' : 'fall'}?`, `Warum ist der Wert ${rose ? 'gestiegen' : 'gefallen'}?`),
    ],
    [
      ['advice'],
      gap !== undefined,
      say(
        `How can we improve ${gap && componentName(gap.key)}?`,
        `Wie verbessern wir ${gap && GERMAN_COMPONENTS[gap.key]}?`,
      ),
    ],
    [
      ['goals'],
      goals.length > 0,
      hasOverdueGoal ? say('Which goals are overdue?', 'Welche Ziele sind überfällig?') : goalFirst,
    ],
    [
      ['tasks'],
      tasks.open > 0,
      tasks.overdue > 0
        ? say('Which tasks are overdue?', 'Welche Aufgaben sind überfällig?')
        : say('What is left to do?', 'Was ist noch zu tun?'),
    ],
    [
      ['reviews', 'rating', 'unanswered'],
      reviews !== undefined,
      say('Which month had the most reviews?', 'Welcher Monat hatte die meisten Bewertungen?'),
    ],
    [
      ['sessions', 'users', 'traffic', 'conversions'],
      hasTraffic(context),
      traffic?.by_channel
        ? say('Which channel brings the most visits?', 'Welcher Kanal bringt die meisten Besuche?')
        : say('How many conversions did we have?', 'Wie viele Conversions hatten wir?'),
    ],
    [
      ['scores'],
      true,
      visibility
        ? say('What holds our score back most?', 'Was hält unseren Wert am meisten zurück?')
        : say('What does the visibility score mean?', 'Was bedeutet der Sichtbarkeitswert?'),
    ],
    [['advice'], visibility !== null, say('What should we do first?', 'Was sollten wir zuerst tun?')],
  ];
  return candidates
    .flatMap(([topics, applies, question]) =>
      applies && !topics.some((topic) => asked.includes(topic)) ? [question] : [],
    )
    .slice(0, 4);
}
