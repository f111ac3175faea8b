import type { z } from 'zod';
import type { AiSearch } from '../ai-search.ts';
import { counted, joinSentences, numberText } from './formatting.ts';
import type { Visibility } from './gaps.ts';

type Facts = z.infer<typeof AiSearch>;

const REASONS: Record<Facts['not_comparable'][number], string> = {
  too_few_prompts: 'too few questions are the same',
  other_questions: 'other questions were asked',
  other_models: 'the assistants answered with other models',
};

function describeChange({ verdict, change, smallest_visible, not_comparable }: Facts) {
  // The first scan of its source: a rate is compared with those of its own source alone.
  if (verdict === null)
    return 'Whether it has moved cannot be told: there is no measurement from the same source before it.';
  if (verdict === 'not_comparable')
    return `That is not comparable with the measurement before, because ${not_comparable.map((reason) => REASONS[reason]).join(' and ')}.`;
  if (verdict === 'moved')
    return change === null
      ? 'The rate has moved since the measurement before.'
      : `The rate has moved since the measurement before: by ${numberText(Math.abs(change))} points ${change > 0 ? 'up' : 'down'}.`;
  const visible =
    smallest_visible === null ? '' : ` (a change of ${numberText(smallest_visible)} points would have shown)`;
  return `There is no clear change since the measurement before${visible}.`;
}

/** How often AI assistants mention the organization; empty without answers. */
export function describeMentions({ ai_search }: Pick<Visibility, 'ai_search'>): string {
  if (!ai_search) return '';
  const { mention_rate, low, high, answers, share_of_voice } = ai_search;
  const range =
    low === null || high === null
      ? ''
      : `; for questions of this kind the rate is likely between ${numberText(low)} and ${numberText(high)} percent`;
  return joinSentences([
    `AI assistants mention you in ${numberText(mention_rate)} percent of ${counted(answers, 'answer')}${range}.`,
    describeChange(ai_search),
    share_of_voice === null
      ? ''
      : `Of all mentions of you and your competitors, ${numberText(share_of_voice)} percent are yours.`,
  ]);
}
