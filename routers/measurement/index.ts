import { router } from '../../server/trpc/procedures.ts';
import { measurementProcedures } from './measurement.ts';
import { promptProcedures } from './prompts.ts';
import { runProcedures } from './runs/runs.ts';
import { promptSuggestionProcedures } from './suggestions.ts';

/** What the domain adds below `visibility`. */
export const measurementRouters = {
  measurement: router({
    ...measurementProcedures,
    prompts: router({ ...promptProcedures, ...promptSuggestionProcedures }),
    runs: router(runProcedures),
  }),
};
