import { z } from 'zod';
import { CRITERIA, GRADES } from '../figures/evidence-grade.ts';

/** The fields of a mention rate: see mentionRate in ../figures/evidence.ts. */
export const MENTION_RATE = {
  mentionRate: z.number().meta({ description: 'Answers that mention the organization, in percent.', example: 30.9 }),
  low: z.number().nullable().meta({
    description: 'Lower end of its 95% interval over questions of this kind, in percent; null for one question.',
    example: 23,
  }),
  high: z.number().nullable().meta({
    description: 'Upper end of the 95% interval, in percent; null for one question.',
    example: 40.1,
  }),
  sampleSize: z.number().int().meta({ description: 'Number of answers.', example: 110 }),
};

const points = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description: `${description}, in points; null if not comparable.`, example });
const count = (description: string, example: number) => z.number().int().meta({ description, example });

/** The change of a mention rate: see ../figures/paired-change.ts. */
export const MentionChange = z
  .object({
    value: points('Mean change over the questions of both scans', 4.2),
    low: points('Lower end of its 95% interval', 1.1),
    high: points('Upper end of its 95% interval', 7.3),
    verdict: z
      .enum(['moved', 'no_clear_change', 'not_comparable'])
      .describe('`moved` where 0 is outside the interval; `not_comparable` for the reasons in `notComparable`.'),
    smallestVisible: points('The change that four of five such comparisons would have shown', 4.5),
    comparedOn: z
      .object({
        prompts: count('Questions that both scans put to the same assistant.', 24),
        engines: count('AI assistants that both scans asked.', 4),
        readings: count('Answers to these questions, of both scans together.', 192),
      })
      .describe('What the scans have in common.'),
    notComparable: z
      .array(
        z.object({
          reason: z
            .enum(['too_few_prompts', 'other_questions', 'other_models'])
            .describe(
              'Fewer than 5 common questions; under 80% of the answers of a scan to common questions; another model.',
            ),
          detail: z.string().meta({
            description: 'The reason in a sentence.',
            example: 'The scans have 3 questions in common; 5 are needed.',
          }),
        }),
      )
      .describe('Why the scans cannot be compared; empty where they can.'),
  })
  .nullable()
  .describe('Change since the scan with answers before it, of the same source; null for the first.');

export const EvidenceGrade = z
  .object({
    grade: z
      .enum(GRADES)
      .describe(
        '`directional` from 20 questions to 2 assistants and a half width of at most 15 points; `decision_grade` where every criterion is met.',
      ),
    criteria: z
      .array(
        z.object({
          key: z.enum(CRITERIA).describe('Key of the criterion.'),
          label: z.string().meta({ description: 'Label of the criterion.', example: 'Questions asked' }),
          value: z.number().nullable().meta({
            description: 'Value of the latest scan with answers; null for a half width where there is no interval.',
            example: 24,
          }),
          needed: z.number().meta({ description: 'Value that decision grade needs.', example: 50 }),
          met: z.boolean().describe('Whether that is reached.'),
        }),
      )
      .describe('What decision grade needs.'),
  })
  .nullable()
  .meta({
    id: 'AeoEvidenceGrade',
    description: 'How far the answers of the latest scan that has answers carry a decision; null without answers.',
  });
