import { router } from '../../server/trpc/procedures.ts';
import { actionItemChanges } from './action-item-changes.ts';
import { actionItemProcedures } from './action-items.ts';
import { contentImpactProcedures } from './content-impact.ts';
import { goalChanges } from './goal-changes.ts';
import { goalProgress } from './goal-progress.ts';
import { goalProcedures } from './goals.ts';
import { kpiProcedures } from './kpis.ts';
import { roiProcedures } from './roi.ts';

export const dashboardRouter = router({
  ...kpiProcedures,
  goals: router({ ...goalProcedures, ...goalChanges, ...goalProgress }),
  ...roiProcedures,
  actionItems: router({ ...actionItemProcedures, ...actionItemChanges }),
  ...contentImpactProcedures,
});
