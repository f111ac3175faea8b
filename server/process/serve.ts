import type { FastifyBaseLogger } from 'fastify';
import { buildApp, domains, prepareDatabase } from '../app.ts';
import { demoHint } from '../demo.ts';
import type { Env } from '../env.ts';
import { mailFolder } from '../mail/mailer.ts';
import { makeDeps, openDatabase } from '../make-deps.ts';
import { TIMEOUTS } from '../timeouts.ts';
import { ownSocket, reportListening } from './cluster.ts';
import { startCompanions } from './companions.ts';
import { listening } from './port.ts';
import { onSignals } from './signals.ts';
import { startSweeps } from './sweeps.ts';
import { startWatchdog } from './watchdog.ts';
import { startWorkers } from './workers.ts';

const welcome = (env: Env, address: string) => {
  const { PUBLIC_URL, DATA_DIR, SMTP_URL, embedded, SEED_DEMO } = env;
  const lines = [
    `The portal listens on ${address}`,
    `  documentation  ${PUBLIC_URL}/docs`,
    `  data           ${embedded ? DATA_DIR : 'PostgreSQL at DATABASE_URL'}`,
    `  mail           ${SMTP_URL ? 'over SMTP_URL' : mailFolder(DATA_DIR)}`,
    ...(SEED_DEMO ? [`  demo sign-in   ${demoHint(env)}`] : []),
  ];
  return `\n${lines.join('\n')}\n\n`;
};

/** Runs one serving process: requests, jobs and sweeps. On SIGTERM it finishes running requests before it exits. */
export async function serve(env: Env, log: FastifyBaseLogger) {
  // The database first: a data folder in use must stop the start before anything else runs.
  const database = await openDatabase(env, log);
  const companions = await startCompanions(env, domains, prepareDatabase(env, database), log);
  const deps = await makeDeps({ ...env, ...companions.settings }, log, { database });
  const app = await buildApp(deps);
  const stopSweeps = startSweeps(deps, domains);
  const stopWorkers = await startWorkers(deps, domains);

  const drain = async () => {
    setTimeout(() => process.exit(1), TIMEOUTS.drain).unref();
    stopSweeps();
    await Promise.all([stopWorkers(), app.close()]);
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
  const address = await listening(env, () => app.listen({ port: env.PORT, host: env.HOST, ...ownSocket(env) }));
  startWatchdog();
  companions.listening(address);
  reportListening();
  process.stdout.write(welcome(env, address));
}
