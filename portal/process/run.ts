import cluster from 'node:cluster';
import { UnusableDatabase } from '../../db/access.ts';
import { DiskFull } from '../../db/disk-guard.ts';
import { FolderInUse } from '../../db/embedded.ts';
import { BadEnv } from '../../server/bad-env.ts';
import { readEnv } from '../../server/env.ts';
import { supervise } from './cluster.ts';
import { createLog } from './log.ts';
import { CannotListen, tryPort } from './port.ts';
import { serve } from './serve.ts';
import { terminal } from './terminal.ts';

const reader = await terminal();

// Errors that the operator can fix are one line; others are logged with all details.
try {
  const env = readEnv(process.env);
  const log = createLog(env.LOG_LEVEL, reader);
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'Uncaught error.');
    process.exit(1);
  });
  if (cluster.isPrimary) await tryPort(env);
  await (env.WORKERS > 1 && cluster.isPrimary ? supervise(env, log) : serve(env, log));
} catch (error) {
  if ([BadEnv, FolderInUse, DiskFull, UnusableDatabase, CannotListen].some((kind) => error instanceof kind))
    process.stderr.write(`${(error as Error).message}\n`);
  else createLog('fatal', reader).fatal({ err: error }, 'The portal does not start.');
  process.exit(1);
}
