import { randomBytes } from 'node:crypto';
import { portalProcess } from './process.ts';
import { type Behaviour, upstreamForThisTest } from './upstream.ts';

/** A portal process with an insights service of the test. */
export async function askingProcess(home: Record<string, string>, ...behaviours: Behaviour[]) {
  const upstream = await upstreamForThisTest(...behaviours);
  const variables = {
    ...home,
    INSIGHTS_URL: upstream.url,
    INSIGHTS_SECRET: randomBytes(32).toString('base64'),
    INSIGHTS_TIMEOUT_MS: '60000',
  };
  return { upstream, variables, portal: await portalProcess(variables) };
}
