import { counted, joinSentences, numberText } from './formatting.ts';
import type { Visibility } from './gaps.ts';

const describeChange = (change: number | null, significant: boolean) => {
  if (change === null) return '';
  if (!significant) return 'Since the measurement before, the rate has not changed by more than chance explains.';
  return `That is ${numberText(Math.abs(change))} points ${change > 0 ? 'more' : 'less'} than in the measurement before, more than chance explains.`;
};

/** How often AI assistants mention the organization; empty without answers. */
export function describeMentions({ ai_search }: Visibility): string {
  if (!ai_search) return '';
  const { mention_rate, low, high, answers, share_of_voice, change, significant } = ai_search;
  return joinSentences([
    `AI assistants mention you in ${numberText(mention_rate)} percent of ${counted(answers, 'answer')}; the true rate is likely between ${numberText(low)} and ${numberText(high)} percent.`,
    describeChange(change, significant),
    share_of_voice === null
      ? ''
      : `Of all mentions of you and your competitors, ${numberText(share_of_voice)} percent are yours.`,
  ]);
}
