import { z } from 'zod';
import { Level } from '../values/fields.ts';
import { Day, paging, Timestamp } from '../values/shapes.ts';

/** The scans of a history, by days in the organization’s time zone. */
export const HistoryFilter = z.object({
  from: Day.meta({
    description: 'First day, in the organization’s time zone; unlimited by default.',
    example: '2026-01-01',
  }).optional(),
  to: Day.meta({ description: 'Last day, included; unlimited by default.', example: '2026-02-15' }).optional(),
  ...paging(90, 365),
});

/** When the scan behind an answer was completed; null before the first. */
export const ScanDate = Timestamp.nullable().describe('Completion of the latest scan; null before the first.');

export const ScoreRun = z
  .object({
    runId: z.uuid().meta({ description: 'Id of the score run.', example: '6f1c2a9e-5d0b-4c8a-9a57-1f0f6f2d7c31' }),
    asOf: Timestamp.describe('Completion of the scan.'),
    rawScore: z.number().nullable().meta({ description: 'Score before adjustments, 0–100.', example: 68.2 }),
    dynamicScore: z.number().nullable().meta({ description: 'Overall score, 0–100.', example: 71.4 }),
    confidence: z.number().nullable().meta({ description: 'Confidence in the scores, 0–1.', example: 0.86 }),
  })
  .meta({ id: 'ScoreRun', description: 'The scores of one completed scan; null where a run brought AI search alone.' });

export const ListingSummary = z
  .object({
    total: z.number().int().meta({ description: 'Number of directories checked.', example: 14 }),
    verified: z.number().int().meta({ description: 'Listings known to belong to the organization.', example: 10 }),
    candidate: z.number().int().meta({ description: 'Listings that probably belong to it.', example: 3 }),
    not_found: z.number().int().meta({ description: 'Directories without a listing.', example: 1 }),
  })
  .meta({ id: 'ListingSummary', description: 'Number of directory listings by verification status.' });

export const VisibilityRecommendation = z
  .object({
    id: z.uuid().meta({
      description: 'Id of the recommendation, the same in every scan.',
      example: 'b2d7c1a4-83f6-5e0a-9c4d-7e1f3a5b6c8d',
    }),
    title: z.string().meta({ description: 'Title.', example: 'Correct the phone number on Yelp' }),
    description: z.string().meta({
      description: 'The recommended action, and the reason.',
      example: 'Yelp shows an old phone number. Assistants trust practices whose details agree everywhere.',
    }),
    impact: Level.describe('Expected effect on visibility.'),
    effort: Level.describe('Expected effort.'),
    category: z.string().meta({ description: 'Category.', example: 'local' }),
    priorityScore: z.number().meta({ description: 'Priority, 0–100.', example: 92 }),
    status: z.enum(['open', 'accepted', 'dismissed', 'done']).describe('Status.'),
    estimatedScoreLift: z
      .number()
      .nullable()
      .meta({ description: 'Expected change of the overall score in points; null if not estimated.', example: 3.4 }),
  })
  .meta({ id: 'VisibilityRecommendation', description: 'A step that would improve visibility.' });
