import { router } from '../../server/trpc/procedures.ts';
import { insightFeedbackProcedures } from './feedback.ts';
import { historyProcedures } from './history.ts';
import { queryProcedures } from './query.ts';
import { ratedRunProcedures } from './rated-runs.ts';

export const insightsRouter = router({
  ...queryProcedures,
  ...historyProcedures,
  runs: router({ ...ratedRunProcedures, ...insightFeedbackProcedures }),
});
