import cluster from 'node:cluster';
import { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { seconds } from '../../server/durations.ts';
import type { Env } from '../../server/env.ts';
import { openDatabase } from '../../server/make-deps.ts';
import { TIMEOUTS } from '../../server/timeouts.ts';
import { domains, prepareDatabase } from '../app.ts';
import { startCompanions } from './companions.ts';
import { watchWorkers } from './heartbeat.ts';
import { onSignals } from './signals.ts';
import { startWatchdog } from './watchdog.ts';

/**
 * Exits once the last line of the log is written, if such lines are wanted. An exit during a write waits for it: where
 * nobody reads, that is for ever, and the process is killed instead.
 */
function exitWhenWritten(log: FastifyBaseLogger) {
  const stream = Reflect.get(log, pino.symbols.streamSym);
  const isWritten = (pino.levels.values[log.level] ?? Number.POSITIVE_INFINITY) <= (pino.levels.values.info ?? 0);
  if (!isWritten || !(stream instanceof EventEmitter) || process.stdout.isTTY) process.exit();
  stream.once('drain', () => process.exit());
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), seconds(3));
  log.info('All workers have ended.');
}

/**
 * Supervises several worker processes on one port: prepares the database once, starts the companion processes for
 * all of them, and restarts workers that exit. It ends those that fall silent.
 */
export async function supervise(env: Env, log: FastifyBaseLogger) {
  const database = await openDatabase(env);
  const companions = await startCompanions(env, domains, prepareDatabase(env, database), log);
  await database.close();
  startWatchdog();

  let leaving = false;
  const workers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const start = () => leaving || cluster.fork(companions.settings);
  const endWithLastWorker = () => {
    if (workers().length > 0) return;
    companions.stop();
    exitWhenWritten(log);
  };
  const kill = () => {
    for (const worker of workers()) worker.process.kill('SIGKILL');
  };
  const leave = () => {
    leaving = true;
    for (const worker of workers()) worker.process.kill('SIGTERM');
    // A worker that does not end by itself hangs.
    setTimeout(kill, TIMEOUTS.drain + seconds(0.5));
    endWithLastWorker();
  };

  let served = false;
  cluster.once('message', () => {
    served = true;
  });
  cluster.on('exit', ({ process: { pid } }, code) => {
    // If the first worker cannot listen, none can: the start has failed.
    if (!served && !leaving) {
      process.exitCode = 1;
      leave();
    } else if (leaving) endWithLastWorker();
    else {
      log.warn({ pid, code }, 'A worker exited; restarting it.');
      setTimeout(start, seconds(1));
    }
  });

  watchWorkers(({ process: worker }) => {
    log.error({ worker: worker.pid }, 'A worker does not react; ending it.');
    worker.kill('SIGKILL');
  });

  onSignals(log, leave, () => {
    kill();
    process.exit(1);
  });
  companions.listening(`http://127.0.0.1:${env.PORT}`);
  for (let worker = 0; worker < env.WORKERS; worker++) start();
}

/**
 * Lets a worker listen by itself, so that the connections of a worker that dies are closed by the operating system.
 * Elsewhere than on Linux, and for a port that the system chooses, the supervising process hands connections out.
 */
export const ownSocket = ({ PORT }: Pick<Env, 'PORT'>) =>
  cluster.isWorker && process.platform === 'linux' && PORT !== 0 ? { reusePort: true } : {};
