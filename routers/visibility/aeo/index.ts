import { router } from '../../../server/trpc/procedures.ts';
import { aeoAnswerProcedures } from './answers.ts';
import { aeoEngineProcedures } from './engines.ts';
import { aeoHistoryProcedures } from './history.ts';
import { aeoMetricProcedures } from './metrics.ts';
import { aeoSourceProcedures } from './sources.ts';

export const aeoRouter = router({
  ...aeoMetricProcedures,
  ...aeoHistoryProcedures,
  ...aeoAnswerProcedures,
  ...aeoSourceProcedures,
  ...aeoEngineProcedures,
});
