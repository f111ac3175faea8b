import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { BadEnv } from '../../server/bad-env.ts';
import type { Companion } from '../../server/domain.ts';
import { seconds } from '../../server/durations.ts';
import type { Env } from '../../server/env.ts';
import { noteServiceSecret } from './service-secret.ts';

const MAIN = new URL('../../insights/main.ts', import.meta.url);
/** From the start of the process, so that it loads no part of Node that removes types. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/portal', import.meta.url));

/** For the verdict on the configuration, in milliseconds. */
const VERDICT_TIMEOUT = seconds(10);

const PORTS = { first: 20_000, last: 32_000 };
const PORT_ATTEMPTS = 50;

/** A free loopback port, outside the range from which systems take ports for outgoing connections. */
async function freePort() {
  for (let attempt = 1; ; attempt++) {
    const port = randomInt(PORTS.first, PORTS.last);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
      return port;
    } catch (error) {
      if (attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

/**
 * Runs the bundled insights service as a child process on a loopback port, and restarts it when it exits. Of the
 * portal's environment it gets only its secret, its AI providers and where telemetry goes. The portal does not wait
 * until it listens: without the service it answers everything but questions.
 *
 * @throws {BadEnv} with the service's message if its configuration is invalid
 */
export async function startBundledInsights(
  env: Env,
  prepared: Promise<Database> | undefined,
  log: FastifyBaseLogger,
): Promise<Companion | undefined> {
  if (env.INSIGHTS_URL) {
    const database = await prepared;
    if (database) await noteServiceSecret(database.accounts, env);
    return undefined;
  }
  const { forInsights } = env;
  // Nobody else needs it: it is as old as the process.
  const INSIGHTS_SECRET = randomBytes(32).toString('base64url');

  const port = await freePort();
  let child: ChildProcess | undefined;
  let stopping = false;

  /** Restarts the service when it exits. Resolves when it accepts its configuration, and rejects if it refuses that. */
  function start(): Promise<void> {
    const { promise: verdict, resolve, reject } = Promise.withResolvers<void>();
    const variables = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILED,
      ...forInsights,
      ...(forInsights.OTEL_SERVICE_NAME && { OTEL_SERVICE_NAME: `${forInsights.OTEL_SERVICE_NAME}-insights` }),
      INSIGHTS_SECRET,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
    };
    child = fork(MAIN, ['--beside-portal'], {
      env: variables,
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.once('message', (message: { refused?: string }) => {
      if (message.refused) reject(new BadEnv(message.refused));
      else resolve();
    });
    child.once('exit', (code) => {
      if (stopping) return;
      log.warn({ code }, 'The insights service exited; restarting it.');
      setTimeout(() => start().then(resolve, reject), seconds(1)).unref();
    });
    return verdict;
  }

  const stop = () => {
    stopping = true;
    child?.kill();
  };
  const verdict = start().catch((error) => {
    stop();
    throw error;
  });
  await Promise.race([verdict, pause(VERDICT_TIMEOUT, undefined, { ref: false })]);
  return { settings: { INSIGHTS_URL: `http://127.0.0.1:${port}`, INSIGHTS_SECRET }, stop };
}
