import { z } from 'zod';
import { INSIGHT_TYPES } from '../../insights/wire.ts';
import { JsonObject, Timestamp } from '../values/shapes.ts';

/** A run as the history shows it: exactly these fields. */
export const InsightRun = z
  .object({
    id: z.uuid().meta({ description: 'Id of the run.', example: '019c6512-7c40-7d3e-9a51-2f6b8c0d4e17' }),
    run_type: z.enum(INSIGHT_TYPES).describe('Type of insight.'),
    input_params: JsonObject.meta({
      description: 'Parameters of the query, with the question as the user asked it.',
      example: { type: 'nlq', query: 'Why did my score drop?', options: { maxRecommendations: 5 } },
    }),
    result_data: JsonObject.meta({
      description: 'Answer without its metadata, or `{error: {code, message}}` for a failed run.',
      example: { type: 'answer', answer: 'Your score fell by 3.2 points since the previous scan.', confidence: 0.82 },
    }),
    execution_time_ms: z.number().int().meta({ description: 'Time to answer, in milliseconds.', example: 1840 }),
    tokens_used: z.number().int().meta({ description: 'AI tokens used; 0 without an AI model.', example: 1250 }),
    ai_provider: z.string().meta({
      description: 'Provider of the answer: `deterministic` without an AI model, `none` for a failed run.',
      example: 'anthropic',
    }),
    ai_model: z.string().meta({
      description: 'Model of the answer; `none` for a failed run.',
      example: 'claude-sonnet-4-5',
    }),
    completed_at: Timestamp.describe('Completion time of the run.'),
  })
  .meta({ id: 'InsightRun' });
