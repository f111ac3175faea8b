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
  longListOf,
  PastMoment,
  Score,
  Text,
  Title,
  Weight,
} from '../values/fields.ts';
import { Day } from '../values/shapes.ts';
import { ANSWERS, AssistantAnswer } from './aeo/answer.ts';

// A scan as ingested. Unknown keys are ignored, and so are the figures that the portal computes itself.

const areDistinct = (names: string[]) => new Set(names).size === names.length;
const uniqueKeys = (items: { key: string }[]) => areDistinct(items.map(({ key }) => key));
const uniqueIds = (items: { externalId: string }[]) => areDistinct(items.map(({ externalId }) => externalId));

const DUPLICATE_KEYS = 'keys must be unique';
const DUPLICATE_IDS = 'externalIds must be unique';

/** Directories list a domain by name or by URL. */
const ListedDomain = z
  .string()
  .max(2048)
  .overwrite((text) => (/^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).hostname : text))
  .pipe(DomainName);

const MAX_RATINGS = 200;
const truncated = (ratings: unknown) =>
  typeof ratings === 'object' && ratings !== null && !Array.isArray(ratings)
    ? Object.fromEntries(Object.entries(ratings).slice(0, MAX_RATINGS + 1))
    : ratings;

/** Scores by key, 0–100. */
const Ratings = z.preprocess(
  truncated,
  z
    .record(Key, Score)
    .refine((ratings) => Object.keys(ratings).length <= MAX_RATINGS, `must have at most ${MAX_RATINGS} keys`),
);

const FactorValue = z.number().min(-1e15).max(1e15);
const Category = Label.meta({ description: 'Category.', example: 'listings' });

const Tier = z.object({
  key: Key.meta({ description: 'Key of the tier.', example: 'local' }),
  label: Label.meta({ description: 'Name of the tier.', example: 'Local presence' }),
  score: Score.meta({ description: 'Score, 0–100.', example: 71.5 }),
  weight: Weight.meta({ description: 'Weight in the overall score.', example: 40 }),
});
const Component = z.object({
  key: Key.meta({ description: 'Key of the component.', example: 'reviews' }),
  label: Label.meta({ description: 'Name of the component.', example: 'Reviews' }),
  score: Score.meta({ description: 'Score, 0–100.', example: 68 }),
  weight: Weight.meta({ description: 'Weight in the tier.', example: 25 }),
  tier: Key.meta({ description: 'Key of the tier.', example: 'local' }),
});
const Factor = z.object({
  key: Key.meta({ description: 'Key of the factor.', example: 'sample_size' }),
  label: Label.meta({ description: 'Name of the factor.', example: 'Sample size' }),
  value: FactorValue.meta({ description: 'Value of the factor.', example: 120 }),
  weight: Weight.meta({ description: 'Weight in the confidence.', example: 0.5 }),
});

const Aeo = z.object({
  queryMode: z.enum(['local_discovery', 'industry_b2b', 'online_first']).describe('Type of the test queries.'),
  generated_queries: listOf(z.string().max(500), 500).meta({
    description: 'The test queries.',
    example: ['best dentist in portland maine'],
  }),
  coverage: z.enum(['standard', 'limited']).describe('Coverage of the test queries.'),
  aeo_confidence: z
    .object({
      score: Score.meta({ description: 'Confidence, 0–100.', example: 74 }),
      band: Level.describe('Confidence level.'),
      summary: Text.meta({ description: 'Summary.', example: 'Good coverage of local queries.' }),
      detail: Text.meta({ description: 'Details.', example: '120 answers of four assistants were evaluated.' }),
      factors: listOf(Factor, 50).refine(uniqueKeys, DUPLICATE_KEYS).describe('Factors of the confidence.'),
    })
    .describe('Confidence in the figures.'),
  aeo_visibility_score: Score.meta({ description: 'AI visibility score, 0–100.', example: 58.5 }),
  visibility_score: Score.meta({ description: 'Share of answers that mention the client, 0–100.', example: 61 }),
  position_score: Score.meta({ description: 'Position in the answers, 0–100.', example: 55 }),
  sentiment_score: Score.meta({ description: 'Sentiment of the answers, 0–100.', example: 82 }),
  accuracy_score: Score.meta({ description: 'Accuracy of the answers, 0–100.', example: 90 }),
  sample_size: z.number().int().min(0).max(1_000_000_000).meta({
    description: 'Number of evaluated answers.',
    example: 120,
  }),
  answers: longListOf(AssistantAnswer, ANSWERS.perScan)
    .nullish()
    .describe('Answers of the assistants: the evidence for the figures.'),
});

const Listing = z.object({
  directory: Label.meta({ description: 'Directory.', example: 'Healthgrades' }),
  listingUrl: HttpUrl.nullish().meta({
    description: 'URL of the listing.',
    example: 'https://www.healthgrades.com/group-directory/me-maine/portland/harbor-dental',
  }),
  verificationStatus: z.enum(['verified', 'candidate', 'not_found']).describe('Status of the listing.'),
  listedName: Text.nullish().meta({ description: 'Listed name.', example: 'Harbor Dental Studio' }),
  listedAddress: Text.nullish().meta({
    description: 'Listed address.',
    example: '120 Exchange Street, Portland, ME 04101',
  }),
  listedPhone: Text.nullish().meta({ description: 'Listed phone number.', example: '+1 207 555 0142' }),
  listedDomain: ListedDomain.nullish().meta({ description: 'Listed domain.', example: 'harbordental.example' }),
  checkedAt: PastMoment.nullish().describe('Time of the check.'),
});

const Competitor = z.object({
  name: Label.meta({ description: 'Name of the competitor.', example: 'Casco Bay Dental Group' }),
  domain: DomainName.meta({ description: 'Domain of the competitor.', example: 'cascobaydental.example' }),
  raw_score: Score.meta({ description: 'Unadjusted score, 0–100.', example: 69 }),
  dynamic_score: Score.meta({ description: 'Adjusted score, 0–100.', example: 71.5 }),
  overall_score: Score.meta({ description: 'Overall score, 0–100.', example: 71.5 }),
  asOf: PastMoment.describe('Time of the scores.'),
  tiers: Ratings.meta({ description: 'Scores by tier key.', example: { local: 73 } }),
  components: Ratings.meta({ description: 'Scores by component key.', example: { reviews: 80 } }),
  excluded: z.boolean().default(false).describe('Whether the competitor is left out of comparisons.'),
  status: z.enum(['completed', 'failed']).default('completed').describe('Result of the competitor’s scan.'),
});

const CompetitorSuggestion = z.object({
  name: Label.meta({ description: 'Name of the business.', example: 'West End Dental' }),
  domain: DomainName.meta({ description: 'Domain of the business.', example: 'westenddental.example' }),
  source: Label.meta({ description: 'Source of the suggestion.', example: 'maps' }),
  relevanceScore: Score.meta({ description: 'Relevance, 0–100.', example: 84 }),
  specialtyOverlap: Fraction.meta({ description: 'Overlap of the services, 0–1.', example: 0.7 }),
  selectionReason: Text.meta({
    description: 'Reason for the suggestion.',
    example: 'Same services, half a mile away.',
  }),
  excludedReason: Text.nullish().meta({
    description: 'Reason for the exclusion; null when not excluded.',
    example: 'Orthodontics only.',
  }),
});

const Recommendation = z.object({
  externalId: ExternalId,
  title: Title.meta({ description: 'Title.', example: 'Add opening hours to your Apple Maps listing' }),
  description: Text.meta({ description: 'Details.', example: 'The listing has no hours; claim it and add them.' }),
  impact: Level.describe('Expected impact.'),
  effort: Level.describe('Expected effort.'),
  category: Category,
  priorityScore: Score.meta({ description: 'Priority, 0–100.', example: 78 }),
  status: z.enum(['open', 'accepted', 'dismissed', 'done']).describe('Status.'),
  estimatedScoreLift: z.number().min(-100).max(100).nullish().meta({
    description: 'Estimated change of the overall score, in points.',
    example: 1.5,
  }),
});

const ActionItem = z.object({
  externalId: ExternalId,
  title: Title.meta({ description: 'Title.', example: 'Claim the Apple Maps listing' }),
  description: Text.meta({ description: 'Details.', example: 'Claim the listing and add hours and photos.' }),
  status: z.enum(['todo', 'in_progress', 'done', 'skipped']).describe('Status.'),
  impact: Level.describe('Expected impact.'),
  effort: Level.describe('Expected effort.'),
  category: Category,
  dueDate: Day.nullish().describe('Due day.'),
  completedAt: PastMoment.nullish().describe('Time of completion.'),
});

const Phase = z.object({
  phase: z.number().int().min(1).max(100).meta({ description: 'Number of the phase.', example: 1 }),
  key: Key.meta({ description: 'Key of the phase.', example: 'foundations' }),
  title: Title.meta({ description: 'Title.', example: 'Foundations' }),
  items: listOf(ActionItem, 500).describe('Action items of the phase.'),
});

const ActionPlan = z.object({
  phases: longListOf(Phase, 20)
    .refine(uniqueKeys, DUPLICATE_KEYS)
    .refine((phases) => uniqueIds(phases.flatMap(({ items }) => items)), DUPLICATE_IDS)
    .describe('Phases of the plan.'),
});

export const Scan = z
  .object({
    externalId: ExternalId.meta({
      description: 'Your identifier; sending it again replaces the scan.',
      example: 'scan-2026-02-15',
    }),
    completedAt: PastMoment.meta({ description: 'Time of completion.', example: '2026-02-15T02:00:00.000Z' }),
    overall: z
      .object({
        rawScore: Score.meta({ description: 'Unadjusted score, 0–100.', example: 66 }),
        dynamicScore: Score.meta({ description: 'Adjusted score, 0–100.', example: 68.5 }),
        confidence: Fraction.meta({ description: 'Confidence, 0–1.', example: 0.86 }),
      })
      .describe('Overall scores.'),
    tiers: listOf(Tier, 50).refine(uniqueKeys, DUPLICATE_KEYS).describe('Scores by tier.'),
    components: listOf(Component, 200).refine(uniqueKeys, DUPLICATE_KEYS).describe('Scores by component.'),
    aeo: Aeo.nullish().describe('Visibility in the answers of AI assistants.'),
    listings: longListOf(Listing, 1000).nullish().describe('Directory listings.'),
    competitors: longListOf(Competitor, 200).nullish().describe('Competitors with their scores.'),
    competitorSuggestions: longListOf(CompetitorSuggestion, 200).nullish().describe('Suggested competitors.'),
    recommendations: longListOf(Recommendation, 500)
      .refine(uniqueIds, DUPLICATE_IDS)
      .nullish()
      .describe('Recommendations.'),
    actionPlan: ActionPlan.nullish().describe('Action plan.'),
  })
  .meta({ id: 'Scan', description: 'A complete visibility scan.' });

export type Scan = z.output<typeof Scan>;
