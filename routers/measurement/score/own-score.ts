import type { StoredAuditCheck } from '../../../db/schema/index.ts';
import type { Component, Tier } from '../../../db/schema/scores.ts';
import { oneDecimal, twoDecimals } from '../../values/rounding.ts';
import type { BusinessRecord, Grade, listingHealth } from '../../visibility/public.ts';
import {
  contentScore,
  listingsScore,
  type ReviewFigures,
  reviewsScore,
  type Scored,
  socialScore,
  structuredDataScore,
  technicalScore,
} from './components.ts';

/** The portal's own figures of a client. */
export interface OwnFigures {
  /** The checks of the latest site audit; empty without one. */
  checks: StoredAuditCheck[];
  listings: ReturnType<typeof listingHealth>['directory_results'];
  own: BusinessRecord;
  reviews: ReviewFigures;
  /** Mean score of the content pages, and engagement in percent of impressions; null without data. */
  content: number | null;
  engagement: number | null;
  /** The dynamic score of the scan before; null for the first. */
  before: number | null;
}

/** AI search in the scan that is scored. */
export interface ScoredSearch {
  /** `aeo_visibility_score`, 0–100. */
  score: number;
  grade: Grade;
}

const TIERS = [
  ['foundation', 'Foundation'],
  ['authority', 'Authority'],
  ['discovery', 'Discovery'],
] as const;

const COMPONENTS = [
  ['technical', 'Technical state', 'foundation', 15],
  ['structured_data', 'Structured data', 'foundation', 5],
  ['listings', 'Listings', 'foundation', 15],
  ['reviews', 'Reviews', 'authority', 15],
  ['content', 'Content', 'authority', 10],
  ['social', 'Social media', 'authority', 10],
  ['ai_search', 'AI search', 'discovery', 30],
] as const;

const CERTAINTY: Record<Grade, number> = { decision_grade: 1, directional: 0.8, exploratory: 0.5 };
const GRADE_NAMES: Record<Grade, string> = {
  decision_grade: 'of decision grade',
  directional: 'directional',
  exploratory: 'exploratory',
};

const searchScore = (search: ScoredSearch | null): Scored | null =>
  search && {
    score: search.score,
    reason: `The AI visibility score of this scan, whose answers are ${GRADE_NAMES[search.grade]}.`,
  };

const weightOf = (parts: readonly { weight: number }[]) => parts.reduce((sum, { weight }) => sum + weight, 0);

const meanOf = (parts: readonly { score: number; weight: number }[]) =>
  oneDecimal(parts.reduce((sum, { score, weight }) => sum + score * weight, 0) / weightOf(parts));

type ComponentKey = (typeof COMPONENTS)[number][0];

/**
 * The portal's own score. Components without data are left out, and the weights of the others add up to 100; the raw
 * score is their weighted mean. Null where no component has data.
 */
export const ownScore = (figures: OwnFigures, search: ScoredSearch | null) =>
  composeScore(
    {
      technical: technicalScore(figures.checks),
      structured_data: structuredDataScore(figures.checks),
      listings: listingsScore(figures.listings, figures.own),
      reviews: reviewsScore(figures.reviews),
      content: contentScore(figures.content),
      social: socialScore(figures.engagement),
      ai_search: searchScore(search),
    },
    figures.before,
    search,
  );

/** An own score with another AI search: the other components stay as they were on the day of the scan. */
export function ownScoreAgain(components: readonly Component[], before: number | null, search: ScoredSearch) {
  const scored = new Map(components.map(({ key, score, reason = '' }) => [key, { score, reason }]));
  const kept = Object.fromEntries(COMPONENTS.map(([key]) => [key, scored.get(key) ?? null]));
  return composeScore(
    { ...(kept as Record<ComponentKey, Scored | null>), ai_search: searchScore(search) },
    before,
    search,
  );
}

function composeScore(scored: Record<ComponentKey, Scored | null>, before: number | null, search: ScoredSearch | null) {
  const present = COMPONENTS.flatMap(([key, label, tier, weight]) => {
    const found = scored[key];
    return found ? [{ key, label, tier, weight, ...found }] : [];
  });
  if (present.length === 0) return null;

  const whole = weightOf(present);
  const all = weightOf(COMPONENTS.map(([, , , weight]) => ({ weight })));
  const renormalized = (weight: number) => twoDecimals((100 * weight) / whole);
  const tiers = TIERS.flatMap(([key, label]): Tier[] => {
    const parts = present.filter(({ tier }) => tier === key);
    return parts.length > 0 ? [{ key, label, score: meanOf(parts), weight: renormalized(weightOf(parts)) }] : [];
  });
  const rawScore = meanOf(present);
  return {
    rawScore,
    dynamicScore: before === null ? rawScore : oneDecimal(0.7 * rawScore + 0.3 * before),
    confidence: twoDecimals((whole / all) * (search ? CERTAINTY[search.grade] : 1)),
    tiers,
    components: present.map((component): Component => ({ ...component, weight: renormalized(component.weight) })),
  };
}
