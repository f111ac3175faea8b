/** The score components and tiers the service knows by name; any other is sent as `other`. */
export const SCORE_KEYS = [
  'foundation',
  'authority',
  'engagement',
  'discovery',
  'reputation',
  'technical',
  'technical_seo',
  'page_speed',
  'mobile',
  'structured_data',
  'content',
  'content_quality',
  'freshness',
  'listings',
  'local_listings',
  'citations',
  'reviews',
  'backlinks',
  'brand_mentions',
  'social',
  'ai_visibility',
  'accessibility',
  'security',
  'other',
] as const;

export type ScoreKey = (typeof SCORE_KEYS)[number];
