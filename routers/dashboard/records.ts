import { z } from 'zod';
import { actionItems, goals, investments } from '../../db/schema/index.ts';
import { Label, Level, Money, PastMoment, Text, Title } from '../fields.ts';
import { recordType } from '../record-type.ts';
import { Day } from '../shapes.ts';

const actionItem = recordType(
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

const Figure = z.number().min(-1e15).max(1e15);

const goal = recordType(
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

const investment = recordType(
  investments,
  z.object({
    date: Day,
    category: Label,
    description: Text.nullish(),
    amount: Money.min(0),
    estimatedReturn: Money,
  }),
);

/** The record types that pipelines send to this domain, by their `type`. */
export const dashboardRecords = { action_item: actionItem, goal, investment };
