import { z } from 'zod';
import { Day, Moment } from '../shapes.ts';

// A scan as pipelines send it. Unknown keys are ignored, and so is what the portal computes itself.

const ExternalId = z.string().min(1).max(200);
const Text = z.string().max(2000);
const Label = z.string().min(1).max(200);
const Key = z.string().min(1).max(100);
const Level = z.enum(['low', 'medium', 'high']);
const Fraction = z.number().min(0).max(1);

/** 0–100, kept with one decimal: every surface shows the same figure. */
const Score = z
  .number()
  .min(0)
  .max(100)
  .transform((score) => Math.round(score * 10) / 10);
const Weight = z.number().min(0).max(1_000_000);

const unique = (items: { key: string }[]) => new Set(items.map(({ key }) => key)).size === items.length;

const Tier = z.object({ key: Key, label: Label, score: Score, weight: Weight });
const Component = Tier.extend({ tier: Key });
const Factor = z.object({ key: Key, label: Label, value: z.number(), weight: Weight });

const Aeo = z.object({
  queryMode: z.enum(['local_discovery', 'industry_b2b', 'online_first']),
  generated_queries: z.array(z.string().max(500)).max(500),
  coverage: z.enum(['standard', 'limited']),
  aeo_confidence: z.object({
    score: Score,
    band: Level,
    summary: Text,
    detail: Text,
    factors: z.array(Factor).max(50),
  }),
  aeo_visibility_score: Score,
  visibility_score: Score,
  position_score: Score,
  sentiment_score: Score,
  accuracy_score: Score,
  sample_size: z.number().int().nonnegative(),
});

const Listing = z.object({
  directory: Label,
  listingUrl: z.url().max(2048).nullish(),
  verificationStatus: z.enum(['verified', 'candidate', 'not_found']),
  listedName: Text.nullish(),
  listedAddress: Text.nullish(),
  listedPhone: Text.nullish(),
  listedDomain: Text.nullish(),
  checkedAt: Moment.nullish(),
});

const Competitor = z.object({
  name: Label,
  domain: z.string().max(253),
  raw_score: Score,
  dynamic_score: Score,
  overall_score: Score,
  asOf: Moment,
  tiers: z.record(Key, Score),
  components: z.record(Key, Score),
  excluded: z.boolean().default(false),
  status: z.enum(['completed', 'failed']).default('completed'),
});

const CompetitorSuggestion = z.object({
  name: Label,
  domain: z.string().max(253),
  source: Label,
  relevanceScore: Score,
  specialtyOverlap: Fraction,
  selectionReason: Text,
  excludedReason: Text.nullish(),
});

const Recommendation = z.object({
  externalId: ExternalId,
  title: Label,
  description: Text,
  impact: Level,
  effort: Level,
  category: Label,
  priorityScore: Score,
  status: z.enum(['open', 'accepted', 'dismissed', 'done']),
  estimatedScoreLift: z.number().min(-100).max(100).nullish(),
});

const ActionItem = z.object({
  externalId: ExternalId,
  title: Label,
  description: Text,
  status: z.enum(['todo', 'in_progress', 'done', 'skipped']),
  impact: Level,
  effort: Level,
  category: Label,
  dueDate: Day.nullish(),
  completedAt: Moment.nullish(),
});

const Phase = z.object({
  phase: z.number().int().min(1).max(100),
  key: Key,
  title: Label,
  items: z.array(ActionItem).max(500),
});

export const Scan = z.object({
  externalId: ExternalId.meta({ example: 'scan-2026-02-15' }),
  completedAt: Moment.meta({ example: '2026-02-15T02:00:00.000Z' }),
  overall: z.object({ rawScore: Score, dynamicScore: Score, confidence: Fraction }),
  tiers: z.array(Tier).max(50).refine(unique, 'keys must not repeat'),
  components: z.array(Component).max(200).refine(unique, 'keys must not repeat'),
  aeo: Aeo.nullish(),
  listings: z.array(Listing).max(1000).nullish(),
  competitors: z.array(Competitor).max(200).nullish(),
  competitorSuggestions: z.array(CompetitorSuggestion).max(200).nullish(),
  recommendations: z.array(Recommendation).max(500).nullish(),
  actionPlan: z.object({ phases: z.array(Phase).max(20) }).nullish(),
});
