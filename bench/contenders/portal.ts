import { setTimeout as pause } from 'node:timers/promises';
import { buildApp, domains } from '../../portal/app.ts';
import { createLog } from '../../portal/process/log.ts';
import { startSweeps } from '../../portal/process/sweeps.ts';
import { startWorkers } from '../../portal/process/workers.ts';
import { startBundledInsights } from '../../routers/insights/bundled.ts';
import { type Env, readEnv } from '../../server/env.ts';
import { makeDeps } from '../../server/make-deps.ts';
import { liftInsightsLimit } from '../environment.ts';

function configure() {
  liftInsightsLimit();
  const env = readEnv(process.env);
  return { env, log: createLog(env.LOG_LEVEL) };
}

/** Opens the dependencies of a portal under load, by default without an insights service. */
export function openDeps({ env, log } = configure(), settings: Partial<Env> = { INSIGHTS_URL: 'http://127.0.0.1:9' }) {
  return makeDeps({ ...env, ...settings }, log);
}

/** The complete portal, REST and tRPC, with its background workers. */
export async function portal() {
  const deps = await openDeps();
  await startWorkers(deps, domains);
  return buildApp(deps);
}

/** The portal with its background work, such as sending webhooks. */
export async function portalWithSweeps() {
  const deps = await openDeps();
  startSweeps(deps, domains);
  return buildApp(deps);
}

/** The portal with the insights service in a separate process. */
export async function portalWithInsights() {
  const { env, log } = configure();
  const companion = await startBundledInsights(env, undefined, log);
  const url = companion?.settings.INSIGHTS_URL ?? '';
  const healthy = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await healthy())) await pause(100);
  return buildApp(await openDeps({ env, log }, companion?.settings));
}
