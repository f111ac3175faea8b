import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import type { Companion } from '../../server/domain.ts';
import { seconds } from '../../server/durations.ts';
import { BadEnv, type Env } from '../../server/env.ts';

const MAIN = new URL('../../insights/main.ts', import.meta.url);

/**
 * Runs the bundled insights service as a child process on a loopback port, and restarts it when it exits. Of the
 * portal's environment it gets only its secret and its AI providers.
 *
 * @throws {BadEnv} with the service's message if its configuration is invalid.
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
    const service = fork(MAIN, ['--beside-portal'], {
      env,
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child = service;
    service.once('exit', (code) => {
      if (stopping) return;
      log.warn({ code }, 'The insights service exited; restarting it.');
      setTimeout(
        () => start().catch((err) => log.error({ err }, 'The insights service failed to start.')),
        seconds(1),
      ).unref();
    });
    const signal = AbortSignal.timeout(seconds(10));
    const [message] = await Promise.race([
      once(service, 'message', { signal }),
      once(service, 'exit', { signal }).then(() =>
        Promise.reject(new Error('The insights service exited during startup.')),
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
