import { router } from '../../server/trpc/ladder.ts';
import { historyProcedures } from './history.ts';
import { queryProcedures } from './query.ts';

export const insightsRouter = router({ ...queryProcedures, ...historyProcedures });
