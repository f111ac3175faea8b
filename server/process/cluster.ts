import cluster from 'node:cluster';
import type { FastifyBaseLogger } from 'fastify';
import { domains, prepareDatabase } from '../app.ts';
import { seconds } from '../durations.ts';
import type { Env } from '../env.ts';
import { openDatabase } from '../make-deps.ts';
import { startCompanions } from './companions.ts';

/**
 * Supervises several serving processes on one port: prepares the database once, runs the insights service for all of
 * them, and restarts workers that die.
 */
export async function supervise(env: Env, log: FastifyBaseLogger) {
  const database = await openDatabase(env);
  const companions = await startCompanions(env, domains, prepareDatabase(env, database), log);
  await database.close();

  let leaving = false;
  const start = () => cluster.fork(companions.settings);
  const leave = () => {
    leaving = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  };

  let served = false;
  cluster.once('listening', () => {
    served = true;
  });
  cluster.on('exit', ({ process: { pid } }, code) => {
    // A first worker that cannot listen means that no worker can: the start has failed.
    if (!served && !leaving) {
      process.exitCode = 1;
      leave();
    }
    if (!leaving) {
      log.warn({ pid, code }, 'A worker exited; restarting it.');
      setTimeout(start, seconds(1));
    } else if (Object.keys(cluster.workers ?? {}).length === 0) {
      companions.stop();
      process.exit();
    }
  });

  process.once('SIGTERM', leave);
  process.once('SIGINT', leave);
  companions.listening(`http://127.0.0.1:${env.PORT}`);
  for (let worker = 0; worker < env.WORKERS; worker++) start();
}
