import { z } from 'zod';
import { goalStatus } from '../../db/schema/index.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { readGoals } from './goal-list.ts';

const { get } = rest('Dashboard');

const Status = z.enum(goalStatus.enumValues);

const Goal = z.object({
  goal_id: z.uuid(),
  title: z.string(),
  goal_type: z.string(),
  category: z.string(),
  target_value: z.number(),
  current_value: z.number(),
  baseline_value: z.number(),
  unit: z.string(),
  status: Status,
  priority: z.enum(['high', 'medium', 'low']),
  progress_percent: z.number(),
  is_overdue: z.boolean(),
  deadline: z.iso.date().nullable(),
});

const Summary = z.object({ total: z.int(), completed: z.int(), inProgress: z.int(), overdue: z.int() });

export const goalProcedures = {
  goals: tenantProcedure
    .meta(get('/dashboard/goals', 'Goals: overdue ones first, then by priority and deadline; cancelled ones on demand'))
    .input(z.object({ status: Status.optional() }))
    .output(z.object({ ok: z.literal(true), data: z.array(Goal), summary: Summary }))
    .query(async ({ ctx: { db, tenant }, input: { status } }) => ({
      ok: true,
      ...(await readGoals(db, tenant, status)),
    })),
};
