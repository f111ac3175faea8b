import { z } from 'zod';
import { goals } from '../../../db/schema/index.ts';
import { Day } from '../../shapes.ts';
import { Label, Level, Title } from '../bounds.ts';
import { recordType } from './record-type.ts';

const Figure = z.number().min(-1e15).max(1e15);

export const goal = recordType(
  goals,
  z.object({
    title: Title,
    goal_type: Label,
    category: Label,
    target_value: Figure,
    current_value: Figure,
    baseline_value: Figure,
    unit: z.string().max(40),
    status: z.enum(['not_started', 'in_progress', 'completed', 'paused', 'cancelled']),
    priority: Level,
    deadline: Day.nullish(),
  }),
);
