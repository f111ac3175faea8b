import { wobble } from './chance.ts';

/** The latest scans, whose answers are there: enough to compare the last month with the time before it. */
export const ANSWERED_SCANS = 11;

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
  'root canal specialist Portland Maine',
  'dentist that speaks Somali in Portland Maine',
  'best Invisalign provider near me in Portland ME',
  'dental cleaning without insurance Portland Maine',
  'dentures cost Portland ME',
  'sedation dentistry in southern Maine',
  'which dentist in Portland Maine has the best reviews',
  'wisdom teeth removal Portland ME',
  'dental crowns in one day Portland Maine',
  'dentist that takes MaineCare in Portland',
  'cosmetic dentist Old Port Portland',
  'dentist open evenings in Portland Maine',
  'night guard for teeth grinding Portland ME',
  'Harbor Street Dental or Casco Bay Dental',
] as const;

/** The assistants asked, how readily each names the practice, and how many sources it cites. */
export const DEMO_ENGINES = [
  { engine: 'chatgpt', bias: 0.05, cites: 3 },
  { engine: 'perplexity', bias: 0.15, cites: 5 },
  { engine: 'gemini', bias: 0, cites: 4 },
  { engine: 'copilot', bias: -0.1, cites: 2 },
] as const;

/** Each assistant is asked each question once. */
const ANSWERS_OF_A_SCAN = QUERIES.length * DEMO_ENGINES.length;

const one = (value: number) => Math.round(Math.min(100, Math.max(0, value)) * 10) / 10;

/** Mentions of the practice by AI assistants in a week; its AI visibility score is the scan’s component. */
export function demoAeo(week: number, weeks: number, score: number) {
  const progress = week / (weeks - 1);
  const hasAnswers = week >= weeks - ANSWERED_SCANS;
  const near = (distance: number, seed: number) => one(score + distance + 2 * wobble(week * 47 + seed));
  const sampleSize = hasAnswers ? ANSWERS_OF_A_SCAN : 50 + Math.round(40 * progress);
  // The latest scan shows a clear change.
  const mentions = Math.round((near(week === weeks - 1 ? 2 : -4, 2) / 100) * sampleSize);
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
        'Each question was put to four assistants. Where you are named, what is said of you was held against your website and your listings.',
      factors: [
        { key: 'sample_size', label: 'Answers read', value: sampleSize, weight: 0.4 },
        { key: 'agreement', label: 'Agreement between assistants', value: one(58 + 20 * progress), weight: 0.3 },
        { key: 'recency', label: 'Recency of the answers', value: 96, weight: 0.2 },
        { key: 'query_fit', label: 'Fit of the queries', value: 81, weight: 0.1 },
      ],
    },
    aeo_visibility_score: score,
    visibility_score: one((100 * mentions) / sampleSize),
    position_score: near(-9, 3),
    sentiment_score: near(27, 4),
    accuracy_score: near(19, 5),
    sample_size: sampleSize,
  };
}
