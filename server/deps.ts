import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { connect, type Database } from '../db/connection.ts';
import { type Cache, createCache } from './cache/cache.ts';
import type { Env } from './env.ts';
import { apiKeyring } from './identity/api-keys.ts';
import { type SessionKeeper, sessionKeeper } from './identity/session.ts';
import { type Jobs, openJobs } from './jobs/queue.ts';
import { type Limits, openLimits } from './limits/limits.ts';
import { type Outbox, outbox } from './mail/outbox.ts';
import { announcePresence } from './process/presence.ts';
import { openServices, type Use } from './services.ts';
import { TIMEOUTS } from './timeouts.ts';

/** The platform of one process: everything outside of itself that it leans on, and nothing of any domain. */
export interface Deps {
  env: Env;
  log: FastifyBaseLogger;
  database: Database;
  redis: Redis | undefined;
  sessions: SessionKeeper;
  apiKeys: ReturnType<typeof apiKeyring>;
  cache: Cache;
  limits: Limits;
  /** What GET /metrics shows. */
  metrics: Registry;
  jobs: Jobs;
  mail: Outbox;
  /** This process among all of the deployment: see process/presence.ts. */
  worker: number;
  /** A domain's service, opened when it is first wanted. */
  use: Use;
  close: () => Promise<void>;
}

export const openDatabase = (env: Env) =>
  connect(
    { url: env.DATABASE_URL, folder: env.DATA_DIR },
    { statement: TIMEOUTS.database, transaction: TIMEOUTS.transaction },
  );

/** Connects before the first request comes; a Redis that is away is looked for again, and until then limits are 503. */
async function openRedis({ REDIS_URL }: Env, log: FastifyBaseLogger) {
  if (!REDIS_URL) return undefined;
  const { Redis } = await import('ioredis');
  const redis = new Redis(REDIS_URL, {
    connectTimeout: TIMEOUTS.redis,
    commandTimeout: TIMEOUTS.redis,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    lazyConnect: true,
    retryStrategy: (tries) => Math.min(tries * 100, 2000),
  });
  redis.on('error', (err) => log.warn({ err }, 'Redis is not answering.'));
  await redis.connect().catch(() => {});
  return redis;
}

interface Options {
  /** A database that is open already. */
  database?: Database;
  /** Whether limits are counted in the database where there is no Redis; not in an embedded one unless said. */
  countInDatabase?: boolean;
}

/** Opens the platform, on the database that the environment names unless one is given. */
export async function makeDeps(env: Env, log: FastifyBaseLogger, options: Options = {}): Promise<Deps> {
  const database = options.database ?? (await openDatabase(env));
  const inDatabase = options.countInDatabase ?? !database.embedded;
  const redis = await openRedis(env, log);
  const jobs = await openJobs(database, log);
  const presence = await announcePresence(database);
  const services = openServices(() => deps);
  const deps: Deps = {
    env,
    log,
    database,
    redis,
    sessions: sessionKeeper(database.accounts),
    apiKeys: apiKeyring(database.accounts),
    cache: createCache(),
    limits: openLimits({ env, database, redis, inDatabase }),
    metrics: new Registry(),
    jobs,
    mail: outbox(jobs, env),
    worker: presence.worker,
    use: services.use,
    async close() {
      await jobs.close();
      await services.close();
      await presence.leave();
      redis?.disconnect();
      await database.close();
    },
  };
  return deps;
}
