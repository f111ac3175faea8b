import { z } from 'zod';

// What travels between the portal and the insights service: numbers and values from closed lists. Apart from the
// question itself there is no place in it for text that somebody wrote.

export const INSIGHT_TYPES = ['nlq', 'scoring', 'playbook', 'explain'] as const;
const LEVELS = ['low', 'medium', 'high'] as const;
export const SOURCES = ['visibility_scores', 'analytics', 'goals', 'action_items', 'content', 'social'] as const;

/** The score parts that the service can speak of by name; what a scan calls otherwise travels as `other`. */
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

/** The industries that the service can tell apart; what a client calls its own otherwise travels as `other`. */
export const VERTICALS = [
  'accounting',
  'agriculture',
  'architecture',
  'arts',
  'automotive',
  'beauty',
  'biotechnology',
  'chiropractic',
  'cleaning',
  'construction',
  'consulting',
  'consumer_goods',
  'cosmetic_surgery',
  'dental',
  'dermatology',
  'design',
  'ecommerce',
  'education',
  'electrical',
  'energy',
  'engineering',
  'entertainment',
  'events',
  'fashion',
  'finance',
  'fitness',
  'food',
  'funeral_services',
  'gaming',
  'general',
  'government',
  'hair_salon',
  'healthcare',
  'home_services',
  'hospitality',
  'hotels',
  'hr',
  'hvac',
  'insurance',
  'it_services',
  'jewelry',
  'landscaping',
  'law',
  'legal',
  'local_services',
  'logistics',
  'manufacturing',
  'marketing',
  'media',
  'medical',
  'medical_spa',
  'mental_health',
  'mortgage',
  'moving',
  'music',
  'nonprofit',
  'optometry',
  'orthodontics',
  'other',
  'pediatrics',
  'pest_control',
  'pet_care',
  'pets',
  'pharmacy',
  'photography',
  'physical_therapy',
  'plastic_surgery',
  'plumbing',
  'professional_services',
  'property_management',
  'public_relations',
  'publishing',
  'real_estate',
  'recruiting',
  'religion',
  'restaurant',
  'restaurants',
  'retail',
  'roofing',
  'saas',
  'security',
  'senior_care',
  'software',
  'spa',
  'sports',
  'technology',
  'telecommunications',
  'transportation',
  'travel',
  'utilities',
  'veterinary',
  'wellness',
] as const;

const score = z.number().min(0).max(100);
const count = z.number().int().nonnegative();
const part = z.object({
  key: z.enum(SCORE_KEYS),
  score,
  weight: z.number().nonnegative(),
  /** Change since the scan before, where that had this part too. */
  change: z.number().min(-100).max(100).nullish(),
});

export const GOAL_TYPES = ['traffic', 'leads', 'revenue', 'visibility', 'content', 'reputation', 'other'] as const;
export const GOAL_CATEGORIES = ['seo', 'social', 'content', 'reputation', 'local', 'other'] as const;

export const Context = z.object({
  /** A pseudonym: stable for a client, and not to be turned back into one. */
  client_id: z.string().regex(/^c_[a-z2-7]{26}$/),
  vertical: z.enum(VERTICALS),
  as_of: z.iso.datetime(),
  visibility: z
    .object({
      overall: z.object({ raw_score: score, dynamic_score: score, confidence: z.number().min(0).max(1) }),
      /** Change of the dynamic score since the scan before; null for the first. */
      change: z.number().nullable(),
      tiers: z.array(part).max(50),
      components: z.array(part).max(200),
      calculated_at: z.iso.datetime(),
    })
    .nullable(),
  analytics: z.object({
    period_days: count,
    sessions: count,
    users: count,
    pageviews: count,
    engagement_rate: z.number().min(0).max(1),
    conversions: count,
  }),
  goals: z
    .array(
      z.object({
        goal_type: z.enum(GOAL_TYPES),
        category: z.enum(GOAL_CATEGORIES),
        status: z.enum(['not_started', 'in_progress', 'completed', 'paused', 'cancelled']),
        priority: z.enum(LEVELS),
        progress_percent: z.number().min(0).max(100),
        is_overdue: z.boolean(),
      }),
    )
    .max(100),
  action_items: z.object({
    open: count,
    overdue: count,
    by_priority: z.object({ high: count, medium: count, low: count }),
  }),
  content: z.object({ published_posts: count }),
  social: z.object({ reach: count, engagement: count }),
});

export const QUERY_LENGTH = 10_000;

export const Question = z.object({
  version: z.literal('1.0'),
  type: z.enum(INSIGHT_TYPES),
  /** The only text in it: 2,000 characters as asked, more where redaction and normal forms have lengthened it. */
  query: z.string().max(QUERY_LENGTH).optional(),
  options: z.object({ maxRecommendations: z.number().int().min(1).max(20) }),
  context: Context,
});

export const InsightRecommendation = z.object({
  title: z.string().max(300),
  description: z.string().max(2000),
  effort_level: z.enum(LEVELS),
  impact_level: z.enum(LEVELS),
  priority_score: z.number().min(0).max(100),
});

/** The answer, as the portal hands it on. `execution_time_ms` is replaced by the portal's own measure. */
export const Answer = z.object({
  type: z.literal('answer'),
  answer: z.string().max(20_000),
  confidence: z.number().min(0).max(1),
  sources: z.array(z.enum(SOURCES)).max(6),
  suggestions: z.array(z.string().max(300)).max(5),
  recommendations: z.array(InsightRecommendation).max(20),
  metadata: z.object({
    ai_provider: z.string().max(100),
    ai_model: z.string().max(100),
    execution_time_ms: z.number().int().nonnegative(),
    tokens_used: z.number().int().min(0).max(1_000_000_000),
  }),
});

export type InsightType = (typeof INSIGHT_TYPES)[number];
export type InsightLevel = (typeof LEVELS)[number];
export type Source = (typeof SOURCES)[number];
export type ScoreKey = (typeof SCORE_KEYS)[number];
export type Context = z.infer<typeof Context>;
export type Question = z.infer<typeof Question>;
export type InsightRecommendation = z.infer<typeof InsightRecommendation>;
export type Answer = z.infer<typeof Answer>;
