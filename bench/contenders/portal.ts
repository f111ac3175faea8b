import { buildApp } from '../../server/app.ts';
import { makeDeps } from '../../server/deps.ts';
import { readEnv } from '../../server/env.ts';
import { createLog } from '../../server/process/log.ts';
import { liftInsightsLimit } from '../environment.ts';

/** What every portal under load leans on. Nobody asks questions here, so no insights service listens. */
export function openDeps() {
  liftInsightsLimit();
  const env = readEnv(process.env);
  return makeDeps(env, createLog(env.LOG_LEVEL), () => 'http://127.0.0.1:9');
}

/** The portal as it is served, REST and tRPC. */
export const portal = async () => buildApp(await openDeps());
