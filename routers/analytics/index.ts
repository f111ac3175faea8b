import { router } from '../../server/trpc/procedures.ts';
import { heatmapProcedures } from './heatmap.ts';
import { reviewProcedures } from './reviews.ts';
import { sourceProcedures } from './sources.ts';

export const analyticsRouter = router({ ...heatmapProcedures, ...reviewProcedures, ...sourceProcedures });
