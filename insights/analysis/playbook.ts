import type { InsightContext, InsightLevel, InsightRecommendation, Source } from '../wire.ts';
import { actionFor } from './component-actions.ts';
import { activeGoals, hasAnyData } from './facts.ts';
import { capitalize, customerTerm, formatNumber, roundToTenth } from './formatting.ts';
import { findGaps } from './gaps.ts';
import { type Opportunity, opportunities } from './opportunities.ts';

const EASE: Record<InsightLevel, number> = { low: 1, medium: 0.8, high: 0.6 };
const impactOf = (lift: number): InsightLevel => (lift >= 5 ? 'high' : lift >= 2 ? 'medium' : 'low');

/** A lift below this is not worth full marks, be it the largest there is. In points of the overall score. */
const NOTABLE = 5;
/** What a play is worth that serves none of the goals, where there are goals. */
const BESIDE_THE_GOALS = 0.85;

/** One chance for each component that lacks something, worth its lift beside the largest, and more if it serves a goal. */
function fromScores(context: InsightContext): Opportunity[] {
  const found = context.visibility ? findGaps(context.visibility) : [];
  const most = Math.max(NOTABLE, found[0]?.lift ?? 0);
  const wanted = new Set(activeGoals(context).map(({ category }) => category));
  return found.map(({ key, name, score, lift }) => {
    const { title, description, effort, serves } = actionFor(key);
    const fits = wanted.size === 0 || serves.some((category) => wanted.has(category));
    return {
      title,
      description: `${description} It could lift the score by up to ${formatNumber(lift)} points, with ${name} at ${formatNumber(score)} now${fits && wanted.size > 0 ? '; a goal of yours depends on it' : ''}.`,
      effort,
      impact: impactOf(lift),
      worth: (lift / most) * (fits ? 1 : BESIDE_THE_GOALS),
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
 * What to do next, the best first; nothing where nothing is known. Priority (0–100) is what a play is worth beside the
 * others times how easily it is had (low effort 1, medium 0.8, high 0.6). No title comes twice.
 */
export function rankRecommendations(context: InsightContext): RankedRecommendation[] {
  if (!hasAnyData(context)) return [];
  const customers = customerTerm(context.vertical);
  const seen = new Set<string>();
  return [...fromScores(context), ...opportunities(context)]
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
