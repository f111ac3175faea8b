import { z } from 'zod';
import { actionItems, goals, investments } from '../../db/schema/index.ts';
import { RECORDS_PER_CLIENT } from '../../server/limits/sizes.ts';
import { atMost } from '../records/record-bound.ts';
import { recordType } from '../records/record-type.ts';
import { Label, Level, Money, PastMoment, Text, Title } from '../values/fields.ts';
import { Day } from '../values/shapes.ts';
import { actionItemRecordEvents, goalRecordEvents } from './events.ts';

/** The bounds of what people make too. */
export const BOUNDS = {
  goals: atMost(RECORDS_PER_CLIENT.goals, goals, 'goals'),
  actionItems: atMost(RECORDS_PER_CLIENT.actionItems, actionItems, 'action items'),
};

const actionItem = recordType(
  actionItems,
  z
    .object({
      title: Title.meta({ description: 'Title.', example: 'Reply to the three newest Google reviews' }),
      description: Text.nullish().meta({
        description: 'Details.',
        example: 'Two of them mention waiting times; thank the reviewers and explain the new schedule.',
      }),
      category: Label.meta({ description: 'Category.', example: 'reviews' }),
      priority: Level.describe('Priority.'),
      status: z.enum(['open', 'in_progress', 'done', 'dismissed']).describe('Status.'),
      due_date: Day.nullish().describe('Due day.'),
      source: z.enum(['scan', 'goal', 'manual']).describe('Origin of the action item.'),
      completed_at: PastMoment.nullish().describe('Time of completion.'),
    })
    .describe('An action item.'),
  { bound: BOUNDS.actionItems, events: actionItemRecordEvents, follows: { completed_at: 'status' } },
);

export const Figure = z.number().min(-1e15).max(1e15);

export const GoalData = z
  .object({
    title: Title.meta({ description: 'Title.', example: '40 online bookings a month' }),
    goal_type: Label.meta({ description: 'Type of the goal.', example: 'conversions' }),
    category: Label.meta({ description: 'Category.', example: 'growth' }),
    target_value: Figure.meta({ description: 'Target value.', example: 40 }),
    current_value: Figure.meta({ description: 'Current value.', example: 31 }),
    baseline_value: Figure.meta({ description: 'Value at the start.', example: 22 }),
    unit: z.string().max(40).meta({ description: 'Unit of the values.', example: 'bookings' }),
    status: z.enum(['not_started', 'in_progress', 'completed', 'paused', 'cancelled']).describe('Status.'),
    priority: Level.describe('Priority.'),
    deadline: Day.nullish().describe('Last day.'),
  })
  .describe('A goal with its progress.');

const goal = recordType(goals, GoalData, { bound: BOUNDS.goals, events: goalRecordEvents });

const investment = recordType(
  investments,
  z
    .object({
      date: Day.describe('Day of the expense.'),
      category: Label.meta({ description: 'Category.', example: 'advertising' }),
      description: Text.nullish().meta({ description: 'Details.', example: 'Search ads for dental implants' }),
      amount: Money.min(0).meta({ description: 'Amount, in major units.', example: 1200 }),
      estimatedReturn: Money.meta({ description: 'Estimated return, in major units.', example: 3400 }),
    })
    .describe('A marketing expense with its estimated return.'),
  { bound: atMost(RECORDS_PER_CLIENT.investments, investments, 'investments') },
);

/** The record types of this domain, by `type`. */
export const dashboardRecords = { action_item: actionItem, goal, investment };
