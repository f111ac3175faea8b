import { ofetch } from 'ofetch';
import type { Domain } from '../../server/domain.ts';
import { minutes, seconds } from '../../server/durations.ts';
import { insightsClient } from './ask/client.ts';
import { startBundledInsights } from './bundled.ts';
import { sweepOldRuns } from './retention.ts';
import { runLog } from './runs.ts';

const HEALTH_TIMEOUT = seconds(2);

export const insightsDomain: Domain = {
  services: [insightsClient, runLog],
  sweeps: ({ env, database, use }) => [
    { what: 'interrupted insight runs', every: seconds(15), run: () => use(runLog).sweep() },
    {
      what: 'expired insight runs',
      every: minutes(60),
      run: () => sweepOldRuns(database, env.INSIGHT_RUNS_KEPT_DAYS),
    },
  ],
  // Without the insights service only insight queries fail.
  checks: ({ env }) => ({
    insights: () =>
      ofetch(`${env.INSIGHTS_URL}/healthz`, {
        headers: { 'X-Service-Secret': env.INSIGHTS_SECRET },
        redirect: 'error',
        retry: 0,
        timeout: HEALTH_TIMEOUT,
      }).then(
        () => 'up',
        () => 'down',
      ),
  }),
  companion: startBundledInsights,
};
