import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/connection.ts';
import { migrate } from '../../db/migrate.ts';
import { DEMO, seedDemo } from '../../db/seed.ts';
import { findStripe } from '../../routers/billing/stripe/demo.ts';
import { describePage } from '../../routers/cms/public.ts';
import { startBundledInsights } from '../../routers/insights/bundled.ts';
import { buildApp } from '../app.ts';
import { makeDeps, openDatabase } from '../deps.ts';
import type { Env } from '../env.ts';
import { hashPassword } from '../identity/password.ts';
import { PATIENCE } from '../limits/numbers.ts';
import { mailFolder, openPostOffice } from '../mail/post-office.ts';
import { keepHouse } from './housekeeping.ts';

/** Brings the database up to date, and puts the demo organization in where it is wanted; says whether it was missing. */
export async function prepareDatabase(env: Env, database: Database) {
  await migrate(database);
  return env.SEED_DEMO && (await seedDemo(database, hashPassword, describePage));
}

/** Where the insights service is: at INSIGHTS_URL, or started here. */
export async function findInsights(env: Env, log: FastifyBaseLogger) {
  const { INSIGHTS_URL } = env;
  return INSIGHTS_URL ? { url: () => INSIGHTS_URL, stop: () => {} } : startBundledInsights(env, log);
}

const welcome = ({ PUBLIC_URL, DATA_DIR, SMTP_URL, embedded, SEED_DEMO }: Env, address: string) => {
  const lines = [
    `The portal listens on ${address}`,
    `  documentation  ${PUBLIC_URL}/docs`,
    `  data           ${embedded ? DATA_DIR : 'PostgreSQL at DATABASE_URL'}`,
    `  mail           ${SMTP_URL ? 'over SMTP_URL' : mailFolder(DATA_DIR)}`,
    ...(SEED_DEMO ? [`  demo sign-in   ${DEMO.email} with the password ${DEMO.password}`] : []),
  ];
  return `\n${lines.join('\n')}\n\n`;
};

/** One serving process: listens, keeps house, and on SIGTERM lets what is under way end before it exits. */
export async function serve(env: Env, log: FastifyBaseLogger) {
  // The database first: a data folder that is in use stops the start before anything else is begun.
  const database = await openDatabase(env);
  const [insights] = await Promise.all([findInsights(env, log), prepareDatabase(env, database)]);
  const stripe = await findStripe(env, database);
  const deps = await makeDeps({ ...env, ...stripe.settings }, log, insights.url, database);
  const app = await buildApp(deps);
  const stopHouse = keepHouse(deps);
  const closePostOffice = await openPostOffice(deps);

  let leaving = false;
  const leave = async (signal: string) => {
    if (leaving) return;
    leaving = true;
    log.info({ signal }, 'Draining.');
    setTimeout(() => process.exit(1), PATIENCE.drain).unref();
    stopHouse();
    await Promise.all([closePostOffice(), app.close()]);
    await deps.close();
    insights.stop();
    await stripe.stop();
    process.exit(0);
  };
  process.once('SIGTERM', leave);
  process.once('SIGINT', leave);

  if (env.production && env.PUBLIC_URL.startsWith('http:'))
    log.warn('PUBLIC_URL is not https: cookies go out without Secure, and no HSTS is sent.');
  if (env.production && !env.SMTP_URL)
    log.warn('SMTP_URL is not set: mails are not sent, but written into files in DATA_DIR.');
  const address = await app.listen({ port: env.PORT, host: env.HOST });
  stripe.listening(address);
  process.stdout.write(welcome(env, address));
}
