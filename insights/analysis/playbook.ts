import type { InsightContext, InsightLevel, InsightRecommendation, Source } from '../wire.ts';
import { actionFor } from './component-actions.ts';
import { goalsInProgress, hasAnyData } from './facts.ts';
import { capitalize, customerTerm, roundToTenth } from './formatting.ts';
import { findGaps } from './gaps.ts';
import { type Opportunity, opportunities } from './opportunities.ts';
import type { AdviceTexts } from './wording/advice.ts';
import { englishAdvice } from './wording/english-advice.ts';
import { germanAdvice } from './wording/german-advice.ts';

const ADVICE = { en: englishAdvice, de: germanAdvice };

const EASE: Record<InsightLevel, number> = { low: 1, medium: 0.8, high: 0.6 };
const impactOf = (lift: number): InsightLevel => (lift >= 5 ? 'high' : lift >= 2 ? 'medium' : 'low');

/** A largest gain below this does not get the full value. In points of the overall score. */
const FULL_VALUE_GAIN = 5;
/** Factor for actions that serve none of the active goals. */
const UNRELATED_TO_GOALS = 0.85;

/** One opportunity per component below 100, valued relative to the largest gain, and more if it serves a goal. */
function fromScores(context: InsightContext, texts: AdviceTexts): Opportunity[] {
  const gaps = context.visibility ? findGaps(context.visibility) : [];
  const largest = Math.max(FULL_VALUE_GAIN, gaps[0]?.lift ?? 0);
  const goalCategories = new Set(goalsInProgress(context).map(({ category }) => category));
  return gaps.map((gap) => {
    const { key, lift } = gap;
    const { effort, serves } = actionFor(key);
    const [title, description] = texts.action(key);
    const servesGoal = goalCategories.size === 0 || serves.some((category) => goalCategories.has(category));
    return {
      title,
      description: `${description} ${texts.gain(gap, servesGoal && goalCategories.size > 0)}`,
      effort,
      impact: impactOf(lift),
      worth: (lift / largest) * (servesGoal ? 1 : UNRELATED_TO_GOALS),
      source: 'visibility_scores' as const,
      part: key,
    };
  });
}

export interface RankedRecommendation extends InsightRecommendation {
  source: Source;
  part?: Opportunity['part'];
}

/**
 * Recommendations with unique titles, highest priority first; none without data. The priority (0–100) is the relative
 * value times the ease (low effort 1, medium 0.8, high 0.6).
 */
export function rankRecommendations(context: InsightContext, language: keyof typeof ADVICE): RankedRecommendation[] {
  if (!hasAnyData(context)) return [];
  const customers = customerTerm(context.vertical);
  const seen = new Set<string>();
  const texts = ADVICE[language];
  return [...fromScores(context, texts), ...opportunities(context, texts)]
    .map(({ title, description, effort, impact, worth, source, part }) => ({
      title: title.replace('{customers}', customers),
      description: capitalize(description.replace('{customers}', customers)),
      effort_level: effort,
      impact_level: impact,
      priority_score: roundToTenth(worth * EASE[effort] * 100),
      source,
      ...(part && { part }),
    }))
    .sort((a, b) => b.priority_score - a.priority_score || a.title.localeCompare(b.title))
    .filter(({ title }) => !seen.has(title) && seen.add(title));
}
