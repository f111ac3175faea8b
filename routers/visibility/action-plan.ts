import { z } from 'zod';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Level } from '../fields.ts';
import { Data, parsedOnce, Timestamp } from '../shapes.ts';
import { actionPlan } from './figures/action-plan.ts';
import { latestScan } from './latest-scan.ts';

const { get } = rest('Visibility');

const Status = z.enum(['todo', 'in_progress', 'done', 'skipped']);

const Item = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  status: Status,
  impact: Level,
  effort: Level,
  category: z.string(),
  dueDate: z.iso.date().nullable(),
  completedAt: Timestamp.nullable(),
});

const Phase = z.object({
  phase: z.number().int(),
  key: z.string(),
  title: z.string(),
  status: Status,
  progressPercent: z.number().nullable(),
  items: z.array(Item),
});

const Plan = z.object({
  phases: z.array(Phase),
  progress: z.object({
    completed: z.number().int(),
    total: z.number().int(),
    percent: z.number().nullable(),
  }),
});

export const actionPlanProcedures = {
  actionPlan: tenantProcedure
    .meta(get('/visibility/action-plan', 'What to do for visibility, phase by phase; skipped items do not count'))
    .output(parsedOnce(Data(Plan)))
    .query(({ ctx: { deps, db, tenant } }) =>
      deps.cache(['action-plan', tenant.clientId, tenant.scoresVersion], async () => {
        const scan = await latestScan(db, tenant, ['actionPlan']);
        return { ok: true as const, data: actionPlan(tenant.clientId, scan) };
      }),
    ),
};
