import cluster from 'node:cluster';
import type { FastifyBaseLogger } from 'fastify';
import { findStripe } from '../../routers/billing/stripe/demo.ts';
import { openDatabase } from '../deps.ts';
import type { Env } from '../env.ts';
import { seconds } from '../limits/numbers.ts';
import { findInsights, prepareDatabase } from './serve.ts';

/**
 * Several serving processes on one port. This one serves nothing: it prepares the database once, runs the insights
 * service for all of them, and starts again the ones that die.
 */
export async function supervise(env: Env, log: FastifyBaseLogger) {
  const database = await openDatabase(env);
  const [insights] = await Promise.all([findInsights(env, log), prepareDatabase(env, database)]);
  const stripe = await findStripe(env, database);
  await database.close();

  let leaving = false;
  const start = () =>
    cluster.fork({ INSIGHTS_URL: insights.url(), INSIGHTS_SECRET: env.INSIGHTS_SECRET, ...stripe.settings });
  cluster.on('exit', ({ process: { pid } }, code) => {
    if (!leaving) {
      log.warn({ pid, code }, 'A worker ended; starting another.');
      setTimeout(start, seconds(1));
    } else if (Object.keys(cluster.workers ?? {}).length === 0) {
      insights.stop();
      process.exit(0);
    }
  });

  const leave = () => {
    leaving = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  };
  process.once('SIGTERM', leave);
  process.once('SIGINT', leave);
  stripe.listening(`http://127.0.0.1:${env.PORT}`);
  for (let worker = 0; worker < env.WORKERS; worker++) start();
}
