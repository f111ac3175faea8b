import type { Domain } from '../../server/domain.ts';
import { minutes, seconds } from '../../server/durations.ts';
import { insightsClient } from './ask/client.ts';
import { startBundledInsights } from './bundled.ts';
import { insightsDiagnoses } from './diagnoses.ts';
import { pingInsights } from './ping.ts';
import { sweepOldRuns } from './retention.ts';
import { runLog } from './runs.ts';

export const insightsDomain: Domain = {
  services: [insightsClient, runLog],
  sweeps: ({ env, database, use }) => [
    { what: 'interrupted insight runs', every: seconds(15), first: true, run: () => use(runLog).sweep() },
    {
      what: 'expired insight runs',
      every: minutes(60),
      run: () => sweepOldRuns(database, env.INSIGHT_RUNS_KEPT_DAYS),
    },
  ],
  // Without the insights service only insight queries fail.
  checks: ({ env }) => ({
    insights: () =>
      pingInsights(env).then(
        () => 'up',
        () => 'down',
      ),
  }),
  diagnoses: insightsDiagnoses,
  companion: startBundledInsights,
};
