import { z } from 'zod';
import { Level } from '../fields.ts';
import { Timestamp } from '../shapes.ts';

export const ScorePoint = z.object({
  runId: z.uuid(),
  asOf: Timestamp,
  rawScore: z.number(),
  dynamicScore: z.number(),
  confidence: z.number(),
});

export const ListingSummary = z.object({
  total: z.number().int(),
  verified: z.number().int(),
  candidate: z.number().int(),
  not_found: z.number().int(),
});

export const Recommendation = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  impact: Level,
  effort: Level,
  category: z.string(),
  priorityScore: z.number(),
  status: z.enum(['open', 'accepted', 'dismissed', 'done']),
  estimatedScoreLift: z.number().nullable(),
});
