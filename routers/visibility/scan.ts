import { z } from 'zod';
import {
  DomainName,
  ExternalId,
  Fraction,
  HttpUrl,
  Key,
  Label,
  Level,
  listOf,
  PastMoment,
  Score,
  Text,
  Title,
  Weight,
} from '../fields.ts';
import { Day } from '../shapes.ts';

// A scan as pipelines send it. Unknown keys are ignored, and so is what the portal computes itself.

const distinct = (names: string[]) => new Set(names).size === names.length;
const keysDiffer = (items: { key: string }[]) => distinct(items.map(({ key }) => key));
const idsDiffer = (items: { externalId: string }[]) => distinct(items.map(({ externalId }) => externalId));

const KEYS_REPEAT = 'keys must not repeat';
const IDS_REPEAT = 'externalIds must not repeat';

/** Directories list a domain as often by its address. */
const ListedDomain = z
  .string()
  .max(2048)
  .overwrite((text) => (/^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).hostname : text))
  .pipe(DomainName);

const RATINGS = 200;
const fewer = (ratings: unknown) =>
  typeof ratings === 'object' && ratings !== null && !Array.isArray(ratings)
    ? Object.fromEntries(Object.entries(ratings).slice(0, RATINGS + 1))
    : ratings;

/** What a scan may rate something with: by key, 0–100. */
const Ratings = z.preprocess(
  fewer,
  z
    .record(Key, Score)
    .refine((ratings) => Object.keys(ratings).length <= RATINGS, `must not have more than ${RATINGS} keys`),
);

const Tier = z.object({ key: Key, label: Label, score: Score, weight: Weight });
const Component = Tier.extend({ tier: Key });
const Factor = z.object({ key: Key, label: Label, value: z.number().min(-1e15).max(1e15), weight: Weight });

const Aeo = z.object({
  queryMode: z.enum(['local_discovery', 'industry_b2b', 'online_first']),
  generated_queries: listOf(z.string().max(500), 500),
  coverage: z.enum(['standard', 'limited']),
  aeo_confidence: z.object({
    score: Score,
    band: Level,
    summary: Text,
    detail: Text,
    factors: listOf(Factor, 50).refine(keysDiffer, KEYS_REPEAT),
  }),
  aeo_visibility_score: Score,
  visibility_score: Score,
  position_score: Score,
  sentiment_score: Score,
  accuracy_score: Score,
  sample_size: z.number().int().min(0).max(1_000_000_000),
});

const Listing = z.object({
  directory: Label,
  listingUrl: HttpUrl.nullish(),
  verificationStatus: z.enum(['verified', 'candidate', 'not_found']),
  listedName: Text.nullish(),
  listedAddress: Text.nullish(),
  listedPhone: Text.nullish(),
  listedDomain: ListedDomain.nullish(),
  checkedAt: PastMoment.nullish(),
});

const Competitor = z.object({
  name: Label,
  domain: DomainName,
  raw_score: Score,
  dynamic_score: Score,
  overall_score: Score,
  asOf: PastMoment,
  tiers: Ratings,
  components: Ratings,
  excluded: z.boolean().default(false),
  status: z.enum(['completed', 'failed']).default('completed'),
});

const CompetitorSuggestion = z.object({
  name: Label,
  domain: DomainName,
  source: Label,
  relevanceScore: Score,
  specialtyOverlap: Fraction,
  selectionReason: Text,
  excludedReason: Text.nullish(),
});

const Recommendation = z.object({
  externalId: ExternalId,
  title: Title,
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
  title: Title,
  description: Text,
  status: z.enum(['todo', 'in_progress', 'done', 'skipped']),
  impact: Level,
  effort: Level,
  category: Label,
  dueDate: Day.nullish(),
  completedAt: PastMoment.nullish(),
});

const Phase = z.object({
  phase: z.number().int().min(1).max(100),
  key: Key,
  title: Title,
  items: listOf(ActionItem, 500),
});

const ActionPlan = z.object({
  phases: listOf(Phase, 20)
    .refine(keysDiffer, KEYS_REPEAT)
    .refine((phases) => idsDiffer(phases.flatMap(({ items }) => items)), IDS_REPEAT),
});

export const Scan = z.object({
  externalId: ExternalId.meta({ example: 'scan-2026-02-15' }),
  completedAt: PastMoment.meta({ example: '2026-02-15T02:00:00.000Z' }),
  overall: z.object({ rawScore: Score, dynamicScore: Score, confidence: Fraction }),
  tiers: listOf(Tier, 50).refine(keysDiffer, KEYS_REPEAT),
  components: listOf(Component, 200).refine(keysDiffer, KEYS_REPEAT),
  aeo: Aeo.nullish(),
  listings: listOf(Listing, 1000).nullish(),
  competitors: listOf(Competitor, 200).nullish(),
  competitorSuggestions: listOf(CompetitorSuggestion, 200).nullish(),
  recommendations: listOf(Recommendation, 500).refine(idsDiffer, IDS_REPEAT).nullish(),
  actionPlan: ActionPlan.nullish(),
});
