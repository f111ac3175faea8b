import { router } from '../../server/trpc/ladder.ts';
import { actionItemProcedures } from './action-items.ts';
import { contentImpactProcedures } from './content-impact.ts';
import { goalProcedures } from './goals.ts';
import { kpiProcedures } from './kpis.ts';
import { roiProcedures } from './roi.ts';

export const dashboardRouter = router({
  ...kpiProcedures,
  ...goalProcedures,
  ...roiProcedures,
  ...actionItemProcedures,
  ...contentImpactProcedures,
});
