import type { Domain } from '../../server/domain.ts';
import { minutes, seconds } from '../../server/durations.ts';
import { pruneVersions } from './prune-versions.ts';
import { publishDue } from './publish-due.ts';
import { purgeBin } from './purge.ts';
import { pruningMarks } from './storage.ts';

export const cmsDomain: Domain = {
  sweeps: (deps) => [
    { what: 'scheduled pages', every: seconds(10), run: () => publishDue(deps) },
    {
      what: 'versions beyond the storage of pages',
      every: seconds(30),
      run: () => pruneVersions(deps.database.asMaintenance(), pruningMarks(deps.env)),
    },
    { what: 'the bin of pages', every: minutes(60), run: () => purgeBin(deps.database.asMaintenance()) },
  ],
};
