import { ofetch } from 'ofetch';
import { seconds } from '../../server/durations.ts';
import type { Env } from '../../server/env.ts';

/** Checks that the insights service is alive. @throws unless it is */
export const pingInsights = ({ INSIGHTS_URL, INSIGHTS_SECRET }: Pick<Env, 'INSIGHTS_URL' | 'INSIGHTS_SECRET'>) =>
  ofetch(`${INSIGHTS_URL}/healthz`, {
    headers: { 'X-Service-Secret': INSIGHTS_SECRET },
    redirect: 'error',
    retry: 0,
    timeout: seconds(2),
  });
