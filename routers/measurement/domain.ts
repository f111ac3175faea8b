import type { Domain } from '../../server/domain.ts';
import { minutes, seconds } from '../../server/durations.ts';
import { asker } from './asking/asker.ts';
import { endKeylessCalls, returnLostCalls } from './asking/record.ts';
import { startDemoMeasurement } from './demo.ts';
import { availableEngines } from './engines/names.ts';
import { measureProspects } from './prospects.ts';
import { sweepRuns } from './retention.ts';
import { auditForRun, queueAudits } from './runs/audit-job.ts';
import { finishRuns } from './runs/finish-run.ts';
import { notifyLeftOut } from './runs/notify-left-out.ts';
import { startDueRuns } from './runs/scheduled-runs.ts';

export const measurementDomain: Domain = {
  jobs: (deps) => ({ 'site-audits': auditForRun(deps) }),
  sweeps: (deps) => [
    { what: 'calls to engines', every: seconds(1), run: () => deps.use(asker).askDue() },
    { what: 'lost calls to engines', every: seconds(5), run: () => returnLostCalls(deps.database.asMaintenance()) },
    {
      what: 'calls to engines without a key',
      every: minutes(1),
      run: () => endKeylessCalls(deps.database.asMaintenance(), availableEngines(deps.env)),
    },
    { what: 'audits of runs', every: seconds(2), run: () => queueAudits(deps) },
    { what: 'ended runs', every: seconds(2), run: () => finishRuns(deps) },
    { what: 'scheduled runs', every: minutes(1), run: () => startDueRuns(deps) },
    { what: 'prospects to measure', every: minutes(1), run: () => measureProspects(deps) },
    { what: 'runs of long ago', every: minutes(60), run: () => sweepRuns(deps) },
    { what: 'scheduled runs that were left out', every: minutes(1), run: () => notifyLeftOut(deps) },
  ],
  companion: startDemoMeasurement,
};
