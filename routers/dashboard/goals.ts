import { z } from 'zod';
import { goalStatus } from '../../db/schema/index.ts';
import { TEXT } from '../../server/limits/sizes.ts';
import { PAGED, setNext } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { todayIn } from '../values/days.ts';
import { paging, Success } from '../values/shapes.ts';
import { readGoals } from './goal-list.ts';
import { GoalsSummary } from './shapes.ts';
import { readGoalsSummary } from './summaries.ts';

const { get } = rest('Dashboard', { weight: 'heavy' });

const Status = z.enum(goalStatus.enumValues);

export const GoalWithProgress = z
  .object({
    goal_id: z.uuid().meta({ description: 'Id of the goal.', example: '5b7e9d13-2c4f-4a6b-8d0e-1f3a5c7e9b24' }),
    title: z.string().meta({ description: 'Title.', example: 'Reach 100 reviews on Google' }),
    goal_type: z.string().meta({ description: 'Type of the goal.', example: 'reviews' }),
    category: z.string().meta({ description: 'Category.', example: 'reputation' }),
    target_value: z.number().meta({ description: 'Value to reach.', example: 100 }),
    current_value: z.number().meta({ description: 'Current value.', example: 82 }),
    baseline_value: z.number().meta({ description: 'Value at the start.', example: 40 }),
    unit: z.string().meta({ description: 'Unit of the values.', example: 'reviews' }),
    status: Status.describe('Status.'),
    priority: z.enum(['high', 'medium', 'low']).describe('Priority.'),
    progress_percent: z
      .number()
      .meta({ description: 'Progress from the baseline to the target, 0–100 percent.', example: 70 }),
    is_overdue: z
      .boolean()
      .describe('Whether the deadline has passed and the goal is neither completed nor cancelled.'),
    deadline: z.iso
      .date()
      .nullable()
      .meta({ description: 'Last day for the goal; null if there is none.', example: '2026-06-30' }),
  })
  .meta({ id: 'Goal', description: 'A goal and its progress.' });

export const goalProcedures = {
  list: tenantProcedure
    .meta(
      get('/dashboard/goals', 'List goals', {
        tool: { name: 'list_goals', hint: 'Values are in the `unit` of their goal.' },
        versioned: true,
        description:
          'Overdue goals first, then by priority and deadline. Cancelled goals are listed only with `status=cancelled`. The summary covers all pages.',
        returns: 'The goals and a summary of them.',
        ...PAGED,
      }),
    )
    .input(
      z.object({
        status: Status.describe('Only goals of this status.').optional(),
        search: z
          .string()
          .trim()
          .max(TEXT.name)
          .meta({ description: 'Part of the title; upper and lower case make no difference.', example: 'reviews' })
          .optional(),
        ...paging(1000, 1000),
      }),
    )
    .output(
      z.object({
        ok: Success,
        data: z.array(GoalWithProgress).describe('Goals, overdue ones first.'),
        summary: GoalsSummary,
      }),
    )
    .query(async ({ ctx, input }) => {
      const { db, tenant } = ctx;
      const [page, summary] = await Promise.all([
        readGoals(db, tenant, input),
        readGoalsSummary(db, tenant, todayIn(tenant.timezone), input.status),
      ]);
      setNext(ctx, input, page.next);
      return { ok: true, data: page.rows, summary };
    }),
};
