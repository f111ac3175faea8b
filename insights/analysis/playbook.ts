import type { InsightContext, InsightLevel, InsightRecommendation, Source } from '../wire.ts';
import { type Chance, chances } from './chances.ts';
import { activeGoals, knowsAnything } from './facts.ts';
import { gaps } from './gaps.ts';
import { playFor } from './plays.ts';
import { audience, figure, one, sentence } from './words.ts';

const EASE: Record<InsightLevel, number> = { low: 1, medium: 0.8, high: 0.6 };
const impactOf = (lift: number): InsightLevel => (lift >= 5 ? 'high' : lift >= 2 ? 'medium' : 'low');

/** A lift below this is not worth full marks, be it the largest there is. In points of the overall score. */
const NOTABLE = 5;
/** What a play is worth that serves none of the goals, where there are goals. */
const BESIDE_THE_GOALS = 0.85;

/** One chance for each component that lacks something, worth its lift beside the largest, and more if it serves a goal. */
function fromScores(context: InsightContext): Chance[] {
  const found = context.visibility ? gaps(context.visibility) : [];
  const most = Math.max(NOTABLE, found[0]?.lift ?? 0);
  const wanted = new Set(activeGoals(context).map(({ category }) => category));
  return found.map(({ key, name, score, lift }) => {
    const { title, description, effort, serves } = playFor(key);
    const fits = wanted.size === 0 || serves.some((category) => wanted.has(category));
    return {
      title,
      description: `${description} It could lift the score by up to ${figure(lift)} points, with ${name} at ${figure(score)} now${fits && wanted.size > 0 ? '; a goal of yours depends on it' : ''}.`,
      effort,
      impact: impactOf(lift),
      worth: (lift / most) * (fits ? 1 : BESIDE_THE_GOALS),
      source: 'visibility_scores' as const,
      part: key,
    };
  });
}

export interface Ranked extends InsightRecommendation {
  source: Source;
  part?: Chance['part'];
}

/**
 * What to do next, the best first; nothing where nothing is known. Priority (0–100) is what a play is worth beside the
 * others times how easily it is had (low effort 1, medium 0.8, high 0.6). No title comes twice.
 */
export function ranked(context: InsightContext): Ranked[] {
  if (!knowsAnything(context)) return [];
  const customers = audience(context.vertical);
  const seen = new Set<string>();
  return [...fromScores(context), ...chances(context)]
    .map(({ title, description, effort, impact, worth, source, part }) => ({
      title: title.replace('{customers}', customers),
      description: sentence(description.replace('{customers}', customers)),
      effort_level: effort,
      impact_level: impact,
      priority_score: one(worth * EASE[effort] * 100),
      source,
      ...(part && { part }),
    }))
    .sort((a, b) => b.priority_score - a.priority_score || a.title.localeCompare(b.title))
    .filter(({ title }) => !seen.has(title) && seen.add(title));
}
