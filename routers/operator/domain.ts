import type { Domain } from '../../server/domain.ts';
import { minutes } from '../../server/durations.ts';
import { sweepSupportSessions } from '../../server/identity/support-sessions.ts';
import { clientWatch } from './client-watch.ts';
import { operatorCommands } from './commands.ts';
import { eraseClient } from './erasure/erase-client.ts';
import { ERASURE } from './erasure/settings.ts';
import { eraseOldProspects, queueDueErasures } from './erasure/start-erasure.ts';

export const operatorDomain: Domain = {
  commands: operatorCommands,
  jobs: (deps) => ({ 'client-erasures': eraseClient(deps) }),
  sweeps: (deps) => [
    { what: 'clients that need a look', every: minutes(5), first: true, run: () => deps.use(clientWatch).settle() },
    { what: 'prospects of long ago', every: minutes(1), run: () => eraseOldProspects(deps) },
    { what: 'clients to erase', every: ERASURE.look, run: () => queueDueErasures(deps) },
    {
      what: 'support sessions that are over',
      every: minutes(1),
      run: () => sweepSupportSessions(deps.database.accounts),
    },
  ],
};
