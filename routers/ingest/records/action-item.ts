import { z } from 'zod';
import { actionItems } from '../../../db/schema/index.ts';
import { Day } from '../../shapes.ts';
import { Label, Level, PastMoment, Text, Title } from '../bounds.ts';
import { recordType } from './record-type.ts';

export const actionItem = recordType(
  actionItems,
  z.object({
    title: Title,
    description: Text.nullish(),
    category: Label,
    priority: Level,
    status: z.enum(['open', 'in_progress', 'done', 'dismissed']),
    due_date: Day.nullish(),
    source: z.enum(['scan', 'goal', 'manual']),
    completed_at: PastMoment.nullish(),
  }),
);
