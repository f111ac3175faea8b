import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import type Stripe from 'stripe';
import { connect, type Database } from '../db/connection.ts';
import { type ResetRequests, resetRequests } from '../routers/auth/reset-requests.ts';
import { openStripe } from '../routers/billing/stripe/client.ts';
import { type CustomerBook, customerBook } from '../routers/billing/stripe/customers.ts';
import { type Composer, openComposer } from '../routers/cms/rendering/composer.ts';
import { openReports, type Reports } from '../routers/exports/report/reports.ts';
import { insightsClient } from '../routers/insights/ask/client.ts';
import { type InsightRunLog, insightRunLog } from '../routers/insights/runs.ts';
import { type Cache, createCache } from './cache/cache.ts';
import type { Env } from './env.ts';
import { apiKeyring } from './identity/api-keys.ts';
import { type SessionKeeper, sessionKeeper } from './identity/session.ts';
import { type Jobs, openJobs } from './jobs/queue.ts';
import { PATIENCE } from './limits/numbers.ts';
import { type Outbox, outbox } from './mail/outbox.ts';
import { announcePresence } from './process/presence.ts';

/** Everything outside of itself that the portal leans on. */
export interface Deps {
  env: Env;
  log: FastifyBaseLogger;
  database: Database;
  redis: Redis | undefined;
  sessions: SessionKeeper;
  apiKeys: ReturnType<typeof apiKeyring>;
  cache: Cache;
  /** What GET /metrics shows. */
  metrics: Registry;
  ask: ReturnType<typeof insightsClient>;
  insightsUrl: () => string;
  runs: InsightRunLog;
  jobs: Jobs;
  mail: Outbox;
  reports: Reports;
  resetRequests: ResetRequests;
  /** Nothing without a key. */
  stripe: Stripe | undefined;
  billingCustomers: CustomerBook;
  composer: Composer;
  close: () => Promise<void>;
}

export const openDatabase = (env: Env) =>
  connect(
    { url: env.DATABASE_URL, folder: env.DATA_DIR },
    { statement: PATIENCE.database, transaction: PATIENCE.transaction },
  );

/** Connects before the first request comes; a Redis that is away is looked for again, and until then limits are 503. */
async function openRedis({ REDIS_URL }: Env, log: FastifyBaseLogger) {
  if (!REDIS_URL) return undefined;
  const { Redis } = await import('ioredis');
  const redis = new Redis(REDIS_URL, {
    connectTimeout: PATIENCE.redis,
    commandTimeout: PATIENCE.redis,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    lazyConnect: true,
    retryStrategy: (tries) => Math.min(tries * 100, 2000),
  });
  redis.on('error', (err) => log.warn({ err }, 'Redis is not answering.'));
  await redis.connect().catch(() => {});
  return redis;
}

/** Opens the database that the environment names; `insightsUrl` is where the insights service listens. */
export async function makeDeps(
  env: Env,
  log: FastifyBaseLogger,
  insightsUrl: () => string,
  database?: Database,
): Promise<Deps> {
  const opened = database ?? (await openDatabase(env));
  const redis = await openRedis(env, log);
  const jobs = await openJobs(opened, log);
  const composer = openComposer();
  const presence = await announcePresence(opened);
  const runs = insightRunLog(opened, presence.worker, log);
  const mail = outbox(jobs, env.ENCRYPTION_KEY);
  const metrics = new Registry();
  const reports = openReports(env, log, metrics);
  const secrets = [env.INSIGHTS_SECRET, env.INSIGHTS_SECRET_PREVIOUS].filter((secret) => secret !== undefined);
  return {
    env,
    log,
    database: opened,
    redis,
    sessions: sessionKeeper(opened.db),
    apiKeys: apiKeyring(opened.db),
    cache: createCache(),
    metrics,
    ask: insightsClient({ url: insightsUrl, secrets, timeout: env.INSIGHTS_TIMEOUT_MS, log, metrics }),
    insightsUrl,
    runs,
    jobs,
    mail,
    resetRequests: resetRequests(opened.db, jobs, mail, env.ENCRYPTION_KEY),
    reports,
    stripe: openStripe(env),
    billingCustomers: customerBook(opened.db),
    composer,
    async close() {
      await reports.close();
      await jobs.close();
      await composer.close();
      await runs.settled();
      await presence.leave();
      redis?.disconnect();
      await opened.close();
    },
  };
}
