import { z } from 'zod';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Level } from '../fields.ts';
import { Data, parsedOnce, Timestamp } from '../shapes.ts';
import { actionPlan } from './figures/action-plan.ts';
import { latestScan } from './latest-scan.ts';

const { get } = rest('Visibility');

const Status = z.enum(['todo', 'in_progress', 'done', 'skipped']);

const PlanItem = z
  .object({
    id: z.uuid().meta({
      description: 'Id of the item, the same in every scan.',
      example: '0c9d8e7f-6a5b-5c4d-8e3f-2a1b0c9d8e7f',
    }),
    title: z.string().meta({ description: 'Title.', example: 'Claim the Apple Maps listing' }),
    description: z.string().meta({
      description: 'What to do.',
      example: 'Sign in to Apple Business Connect and confirm the address and opening hours.',
    }),
    status: Status.describe('Status.'),
    impact: Level.describe('Expected effect on visibility.'),
    effort: Level.describe('Expected effort.'),
    category: z.string().meta({ description: 'Category.', example: 'local' }),
    dueDate: z.iso.date().nullable().meta({ description: 'Due date; null if there is none.', example: '2026-03-15' }),
    completedAt: Timestamp.nullable().describe('Time of completion; null while open.'),
  })
  .meta({ id: 'ActionPlanItem', description: 'One item of the action plan.' });

const PlanPhase = z
  .object({
    phase: z.number().int().meta({ description: 'Number of the phase; phases come in this order.', example: 1 }),
    key: z.string().meta({ description: 'Key of the phase.', example: 'foundation' }),
    title: z.string().meta({ description: 'Title.', example: 'Foundation' }),
    status: Status.describe('Status, derived from the items. Skipped items do not count unless all are skipped.'),
    progressPercent: z
      .number()
      .nullable()
      .meta({ description: 'Share of completed items, in percent; null without items to complete.', example: 66.7 }),
    items: z.array(PlanItem).describe('Items of the phase.'),
  })
  .meta({ id: 'ActionPlanPhase', description: 'A phase of the action plan and its items.' });

const ActionPlan = z
  .object({
    phases: z.array(PlanPhase).describe('Phases in order.'),
    progress: z
      .object({
        completed: z.number().int().meta({ description: 'Number of completed items.', example: 7 }),
        total: z.number().int().meta({ description: 'Number of items, without skipped ones.', example: 16 }),
        percent: z
          .number()
          .nullable()
          .meta({ description: 'Share of completed items, in percent; null without items.', example: 43.8 }),
      })
      .describe('Progress of the whole plan.'),
  })
  .meta({ id: 'ActionPlan', description: 'The visibility action plan of the latest scan.' });

export const actionPlanProcedures = {
  actionPlan: tenantProcedure
    .meta(
      get('/visibility/action-plan', 'Get the visibility action plan', {
        description: 'The plan of the latest scan. Skipped items do not count towards progress.',
        returns: 'The phases in order, with their items and progress.',
      }),
    )
    .output(parsedOnce(Data(ActionPlan)))
    .query(({ ctx: { deps, db, tenant } }) =>
      deps.cache(['action-plan', tenant.clientId, tenant.scoresVersion], async () => {
        const scan = await latestScan(db, tenant, ['actionPlan']);
        return { ok: true as const, data: actionPlan(tenant.clientId, scan) };
      }),
    ),
};
