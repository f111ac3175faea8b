import { z } from 'zod';
import {
  measurementInterval,
  measurementRunStatus,
  measurementScores,
  measurementTrigger,
} from '../../db/schema/index.ts';
import { HttpUrl } from '../values/fields.ts';
import { singleLine, Timestamp, Uuid } from '../values/shapes.ts';
import { ENGINE_NAMES } from './engines/names.ts';

const count = (description: string, example: number) => z.number().int().meta({ description, example });
const points = (description: string, example: number) => z.number().nullable().meta({ description, example });

/** Why a scheduled run is left out. */
export const LEFT_OUT_REASONS = [
  'RUN_IN_PROGRESS',
  'BUDGET_EXCEEDED',
  'PLAN_LIMIT',
  'RUN_TOO_LARGE',
  'NOTHING_TO_ASK',
] as const;

export type LeftOut = (typeof LEFT_OUT_REASONS)[number];

const Interval = z.enum(measurementInterval.enumValues).describe('How often a run begins.');
const Engine = z.enum(ENGINE_NAMES).describe('AI assistant.');

const Alias = singleLine(120)
  .min(2)
  .meta({ description: 'Another name of the organization.', maxLength: 120, example: 'Harbor Dental' });

/** The fields of a measurement that administrators change. */
export const SETTINGS = {
  enabled: z.boolean().describe('Whether runs begin by the schedule.'),
  schedule: z
    .object({
      every: Interval,
      weekday: z.number().int().min(1).max(7).meta({ description: 'Day of weekly runs, from Monday, 1.', example: 1 }),
      day: z.number().int().min(1).max(28).meta({ description: 'Day of monthly runs.', example: 1 }),
      hour: z.number().int().min(0).max(23).meta({
        description: 'Hour of the day, in the organization’s time zone.',
        example: 6,
      }),
    })
    .describe('When runs begin.'),
  scores: z
    .enum(measurementScores.enumValues)
    .describe('Whether the portal computes the scores too, or a pipeline sends them.'),
  readingsPerPrompt: z.number().int().min(1).max(20).meta({
    description: 'How often a run puts a question to an assistant.',
    example: 3,
  }),
  aliases: z
    .array(Alias)
    .max(20)
    .meta({ description: 'Other names of the organization.', example: ['Harbor Dental'] }),
  siteAudit: z
    .object({
      enabled: z.boolean().describe('Whether a run looks at the website.'),
      startUrl: HttpUrl.nullable().meta({
        description: 'Where it begins; null for the website of the organization.',
        example: 'https://harborstreetdental.example/',
      }),
      maxPages: z.number().int().min(1).max(50).meta({ description: 'Maximum number of pages.', example: 20 }),
    })
    .describe('The audit of the website.'),
};

export const EngineChoice = z.object({
  engine: Engine,
  enabled: z.boolean().describe('Whether runs ask it.'),
});

const Forecast = z
  .object({
    prompts: count('Questions that are asked.', 40),
    engines: count('AI assistants that are asked.', 4),
    answersPerRun: count('Answers of a run.', 480),
    runsAMonth: z.number().meta({ description: 'Runs in a month.', example: 4.3 }),
    fitsBudget: z.boolean().describe('Whether the answers of a month suffice.'),
    halfWidth: points('Half of the width of the 95% interval of the mention rate, in points.', 7.8),
    smallestVisible: points('The change between two runs that four of five comparisons show, in points.', 8.3),
    grade: z
      .enum(['exploratory', 'directional', 'decision_grade'])
      .nullable()
      .describe('How far the answers of a run carry a decision; null where nothing is asked.'),
  })
  .describe('What this plan can show, before anything is spent.');

export const Measurement = z
  .object({
    ...SETTINGS,
    engines: z
      .array(
        EngineChoice.extend({
          model: z.string().meta({ description: 'Model that is asked.', example: 'gpt-5.2' }),
          available: z.boolean().describe('Whether the portal has a key for it.'),
        }),
      )
      .max(50)
      .describe('The AI assistants.'),
    answers: z
      .object({
        budget: count('Answers that may be asked for in a month, in UTC.', 2000),
        used: count('Answers asked for this month.', 480),
        reserved: count('Answers that the run under way may still ask for.', 0),
      })
      .describe('Answers of this month.'),
    nextRunAt: Timestamp.nullable().describe('When the next run is due; null while none is scheduled.'),
    leftOut: z
      .object({
        at: Timestamp.describe('When it was due.'),
        reason: z.enum(LEFT_OUT_REASONS).describe('Why it was left out.'),
      })
      .nullable()
      .describe('The latest scheduled run, where it was left out; null where it has begun.'),
    forecast: Forecast,
  })
  .meta({ id: 'Measurement', description: 'What the portal asks AI assistants by itself, and when.' });

export const MeasurementRun = z
  .object({
    id: Uuid.describe('Id of the run.'),
    status: z
      .enum(measurementRunStatus.enumValues)
      .describe('`incomplete`: an assistant gave under 90% of its answers, so that the run became no scan.'),
    progress: z
      .object({
        done: count('Answers that came.', 478),
        failed: count('Answers that did not come.', 2),
        total: count('Answers of the run.', 480),
      })
      .describe('Its answers.'),
    engines: z
      .array(
        z.object({
          engine: z.string().meta({ description: 'AI assistant.', example: 'openai' }),
          model: z.string().meta({ description: 'Model that is asked.', example: 'gpt-5.2' }),
          done: count('Its answers that came.', 120),
          failed: count('Its answers that did not come.', 0),
          lastError: z.string().nullable().meta({
            description: 'Its latest failure; null without one.',
            example: 'The engine is overloaded (503).',
          }),
        }),
      )
      .max(50)
      .describe('Its AI assistants.'),
    trigger: z.enum(measurementTrigger.enumValues).describe('What began it.'),
    createdAt: Timestamp.describe('When it was begun.'),
    startedAt: Timestamp.nullable().describe('When its first call began; null before.'),
    finishedAt: Timestamp.nullable().describe('When it ended; null before.'),
    scanRunId: Uuid.nullable().describe('The scan that it became; null if none.'),
  })
  .meta({ id: 'MeasurementRun', description: 'A run of the portal’s own measurement.' });
