import type { TenantDb } from '../../db/handles.ts';
import { type Component, scoreRuns, type Tier } from '../../db/schema/scores.ts';
import { demoActionPlan, demoRecommendations } from './advice.ts';
import { demoAeo } from './aeo.ts';
import { wobble } from './chance.ts';
import { demoCompetitors, demoSuggestions } from './competitors.ts';
import { demoListings } from './listings.ts';
import type { Demo } from './organization.ts';

const WEEK = 7 * 24 * 3600 * 1000;
const WEEKS = 53;

const TIERS = [
  ['foundation', 'Foundation', 0.4],
  ['authority', 'Authority', 0.35],
  ['discovery', 'Discovery', 0.25],
] as const;

// The score of each component a year ago and now.
const COMPONENTS = [
  ['technical_seo', 'Technical SEO', 'foundation', 15, 58, 81],
  ['page_speed', 'Page speed', 'foundation', 10, 44, 63],
  ['structured_data', 'Structured data', 'foundation', 8, 20, 66],
  ['content_quality', 'Content quality', 'foundation', 12, 51, 70],
  ['reviews', 'Reviews', 'authority', 16, 72, 86],
  ['backlinks', 'Backlinks', 'authority', 10, 35, 41],
  ['local_listings', 'Local listings', 'authority', 14, 49, 77],
  ['ai_visibility', 'AI search, as part of the score', 'discovery', 10, 18, 47],
  ['social', 'Social presence', 'discovery', 5, 40, 38],
] as const;

const one = (value: number) => Math.round(Math.min(100, Math.max(0, value)) * 10) / 10;
const weighted = (parts: { score: number; weight: number }[]) => {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return one(parts.reduce((sum, { score, weight }) => sum + score * weight, 0) / total);
};

function scanOf(week: number, completedAt: Date) {
  const progress = week / (WEEKS - 1);
  const components: Component[] = COMPONENTS.map(([key, label, tier, weight, from, to], index) => ({
    key,
    label,
    tier,
    weight,
    score: one(from + (to - from) * progress + 2.5 * wobble(week * 31 + index)),
  }));
  const tiers: Tier[] = TIERS.map(([key, label, weight]) => ({
    key,
    label,
    weight,
    score: weighted(components.filter(({ tier }) => tier === key)),
  }));
  const rawScore = weighted(components);
  const asOf = completedAt.toISOString();
  const keys = (of: { key: string }[]) => of.map(({ key }) => key);
  const inAnswers = components.find(({ key }) => key === 'ai_visibility')?.score ?? 0;
  return {
    externalId: `demo-${completedAt.toISOString().slice(0, 10)}`,
    completedAt,
    rawScore,
    // The dynamic score accounts for the market, so it is slightly below the raw score.
    dynamicScore: one(rawScore - 2.5 + wobble(week)),
    confidence: Math.round((0.7 + 0.15 * progress) * 100) / 100,
    tiers,
    components,
    parts: {
      aeo: demoAeo(week, WEEKS, inAnswers),
      listings: demoListings(week, asOf),
      competitors: demoCompetitors(week, WEEKS, asOf, keys(tiers), keys(components)),
      competitorSuggestions: demoSuggestions(),
      recommendations: demoRecommendations(),
      actionPlan: demoActionPlan(completedAt),
    },
  };
}

/** A year of weekly scans up to the last night before `now`, oldest first, with uneven improvement. */
export function demoScans(now: Date) {
  const last = new Date(now);
  last.setUTCHours(2, 0, 0, 0);
  if (last > now) last.setUTCDate(last.getUTCDate() - 1);
  return Array.from({ length: WEEKS }, (_, week) => scanOf(week, new Date(last.getTime() - (WEEKS - 1 - week) * WEEK)));
}

/** Each arrived when it was completed: the operator counts those of today. */
export const seedScans = (db: TenantDb, { clientId, now }: Demo) =>
  db.insert(scoreRuns).values(demoScans(now).map((scan) => ({ clientId, ...scan, createdAt: scan.completedAt })));
