import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '../../server/env.ts';
import { mailFolder } from '../../server/mail/mailer.ts';
import { makeDeps, openDatabase } from '../../server/make-deps.ts';
import { TIMEOUTS } from '../../server/timeouts.ts';
import { startTelemetry } from '../../telemetry/start.ts';
import { buildApp, domains, prepareDatabase, signInHints } from '../app.ts';
import { ownSocket } from './cluster.ts';
import { answerCommands } from './command-socket.ts';
import { startCompanions } from './companions.ts';
import { reportListening } from './heartbeat.ts';
import { listening } from './port.ts';
import { releaseMemoryOfStart } from './release-memory.ts';
import { onSignals } from './signals.ts';
import { startSweeps, sweepBeforeListening } from './sweeps.ts';
import { startWatchdog } from './watchdog.ts';
import { startWorkers } from './workers.ts';

const welcome = (env: Env, address: string, signIns: string[]) => {
  const { PUBLIC_URL, DATA_DIR, SMTP_URL, embedded } = env;
  const lines = [
    `The portal listens on ${address}`,
    `  documentation  ${PUBLIC_URL}/docs`,
    `  data           ${embedded ? DATA_DIR : 'PostgreSQL at DATABASE_URL'}`,
    `  mail           ${SMTP_URL ? 'over SMTP_URL' : mailFolder(DATA_DIR)}`,
    ...signIns.map((line) => `  demo sign-in   ${line}`),
  ];
  return `\n${lines.join('\n')}\n\n`;
};

/** Runs one serving process: requests, jobs and sweeps. On SIGTERM it finishes running requests before it exits. */
export async function serve(env: Env, log: FastifyBaseLogger) {
  // The database first: a data folder in use must stop the start before anything else runs.
  const database = await openDatabase(env, log);
  const prepared = prepareDatabase(env, database, (sentence) => log.warn(sentence));
  const companions = await startCompanions(env, domains, prepared, log);
  const deps = await makeDeps({ ...env, ...companions.settings }, log, { database });
  const stopTelemetry = await startTelemetry({
    service: 'portal',
    metrics: deps.metrics,
    warn: (sentence, err) => log.warn({ err }, sentence),
  });
  const app = await buildApp(deps);
  const stops = [await answerCommands(deps)];

  const drain = async () => {
    setTimeout(() => process.exit(1), TIMEOUTS.drain).unref();
    await Promise.all([...stops.map((stop) => stop()), app.close()]);
    await stopTelemetry();
    await deps.close();
    await companions.stop();
    process.exit(0);
  };
  onSignals(log, drain, () => process.exit(1));

  if (env.production && env.PUBLIC_URL.startsWith('http:'))
    log.warn('PUBLIC_URL is not https: cookies go out without Secure, and no HSTS is sent.');
  if (env.production && env.APP_URL !== env.PUBLIC_URL && env.APP_URL.startsWith('http:'))
    log.warn('APP_URL is not https: links with tokens go out in the clear.');
  if (env.production && !env.SMTP_URL)
    log.warn('SMTP_URL is not set: mails are not sent, but written into files in DATA_DIR.');
  await sweepBeforeListening(deps, domains);
  const address = await listening(env, () => app.listen({ port: env.PORT, host: env.HOST, ...ownSocket(env) }));
  // After listening, so that the first requests do not wait for them.
  stops.push(await startWorkers(deps, domains), startSweeps(deps, domains));
  startWatchdog();
  releaseMemoryOfStart();
  companions.listening(address);
  reportListening();
  process.stdout.write(welcome(env, address, await signInHints(env, database)));
}
