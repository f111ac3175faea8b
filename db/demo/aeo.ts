import { wobble } from './chance.ts';

/** The latest scans, whose answers are there: a hundred each. */
export const ANSWERED_SCANS = 6;

export const QUERIES = [
  'best dentist in Portland Maine',
  'dentist near the Old Port that is open on Saturday',
  'gentle dentist for anxious patients Portland ME',
  'how much does a dental implant cost in Portland Maine',
  'emergency dentist Portland ME',
  'family dentist that takes Delta Dental Portland Maine',
  'teeth whitening Portland ME',
  'pediatric dentist near Munjoy Hill',
  'is Harbor Street Dental good',
  'dentist with online booking Portland Maine',
] as const;

const one = (value: number) => Math.round(Math.min(100, Math.max(0, value)) * 10) / 10;

/** Mentions of the practice by AI assistants in a week, around its AI visibility score. */
export function demoAeo(week: number, weeks: number, score: number) {
  const progress = week / (weeks - 1);
  const hasAnswers = week >= weeks - ANSWERED_SCANS;
  const near = (distance: number, seed: number) => one(score + distance + 2 * wobble(week * 47 + seed));
  const sampleSize = hasAnswers ? 100 : 50 + Math.round(50 * progress);
  const confidence = one(52 + 26 * progress);
  return {
    queryMode: 'local_discovery' as const,
    generated_queries: [...QUERIES],
    coverage: progress < 0.2 ? ('limited' as const) : ('standard' as const),
    aeo_confidence: {
      score: confidence,
      band: confidence < 60 ? ('medium' as const) : ('high' as const),
      summary: `${sampleSize} answers of four assistants agree well enough to be relied on.`,
      detail:
        'Each query was asked of four assistants on three days. Where you are named, what is said of you was held against your website and your listings.',
      factors: [
        { key: 'sample_size', label: 'Answers read', value: sampleSize, weight: 0.4 },
        { key: 'agreement', label: 'Agreement between assistants', value: one(58 + 20 * progress), weight: 0.3 },
        { key: 'recency', label: 'Recency of the answers', value: 96, weight: 0.2 },
        { key: 'query_fit', label: 'Fit of the queries', value: 81, weight: 0.1 },
      ],
    },
    aeo_visibility_score: near(0, 1),
    visibility_score: hasAnswers ? Math.round(near(-4, 2)) : near(-4, 2),
    position_score: near(-9, 3),
    sentiment_score: near(27, 4),
    accuracy_score: near(19, 5),
    sample_size: sampleSize,
  };
}
