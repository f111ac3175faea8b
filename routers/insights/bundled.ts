import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import type { Companion } from '../../server/domain.ts';
import { seconds } from '../../server/durations.ts';
import { BadEnv, type Env } from '../../server/env.ts';

const MAIN = new URL('../../insights/main.ts', import.meta.url);

/**
 * Runs the insights service that comes with the portal as a process of its own, on a loopback port, and starts it
 * again when it dies. It gets its secret, its providers and nothing else of the portal's environment.
 *
 * @throws {BadEnv} with the service's own words where its configuration cannot be used.
 */
export async function startBundledInsights(
  { INSIGHTS_URL, INSIGHTS_SECRET, forInsights }: Env,
  _prepared: unknown,
  log: FastifyBaseLogger,
): Promise<Companion | undefined> {
  if (INSIGHTS_URL) return undefined;

  let port = 0;
  let child: ChildProcess | undefined;
  let stopping = false;

  async function start() {
    const env = {
      PATH: process.env.PATH,
      ...forInsights,
      INSIGHTS_SECRET,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
    };
    const started = fork(MAIN, ['--beside-portal'], {
      env,
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child = started;
    started.once('exit', (code) => {
      if (stopping) return;
      log.warn({ code }, 'The insights service stopped; starting it again.');
      setTimeout(
        () => start().catch((err) => log.error({ err }, 'The insights service does not start.')),
        seconds(1),
      ).unref();
    });
    const signal = AbortSignal.timeout(seconds(10));
    const [message] = await Promise.race([
      once(started, 'message', { signal }),
      once(started, 'exit', { signal }).then(() =>
        Promise.reject(new Error('The insights service ended while starting.')),
      ),
    ]);
    if (message.refused) throw new BadEnv(message.refused);
    port = message.port;
  }

  await start().catch((error) => {
    stopping = true;
    throw error;
  });
  return {
    settings: { INSIGHTS_URL: `http://127.0.0.1:${port}`, INSIGHTS_SECRET },
    stop() {
      stopping = true;
      child?.kill();
    },
  };
}
