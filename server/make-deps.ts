import type { FastifyBaseLogger } from 'fastify';
import { Registry } from 'prom-client';
import type { Timeouts } from '../db/client.ts';
import { connect, type Database } from '../db/database.ts';
import { MIB } from '../flow/byte-units.ts';
import { createCache } from './cache/cache.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { apiKeyStore } from './identity/api-keys.ts';
import { sessionStore } from './identity/session.ts';
import { announcePresence } from './jobs/presence.ts';
import { openJobs } from './jobs/queue.ts';
import { openLimits } from './limits/limits.ts';
import { outbox } from './mail/outbox.ts';
import { openServices } from './services.ts';
import { TIMEOUTS } from './timeouts.ts';

const DATABASE_TIMEOUTS = { statement: TIMEOUTS.database, transaction: TIMEOUTS.transaction };

export const openDatabase = (env: Env, log?: FastifyBaseLogger, timeouts: Timeouts = DATABASE_TIMEOUTS) =>
  connect(
    {
      url: env.DATABASE_URL,
      migrationUrl: env.DATABASE_MIGRATION_URL,
      replicaUrl: env.DATABASE_REPLICA_URL,
      pool: env.DATABASE_POOL,
      prepare: env.DATABASE_PREPARE === 'true',
      folder: env.DATA_DIR,
    },
    timeouts,
    log && { warn: (sentence) => log.warn(sentence) },
  );

/** Connects before the first request. While Redis is unreachable it reconnects, and limits are counted without it. */
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
  redis.on('error', (err) => log.warn({ err }, 'Redis is unreachable.'));
  await redis.connect().catch(() => {});
  return redis;
}

interface Options {
  /** An open database. */
  database?: Database;
  /** Whether limits without Redis are counted in the database. Default: not in an embedded one. */
  countInDatabase?: boolean;
  /** Of statements and transactions. */
  timeouts?: Timeouts;
}

/** Opens the platform, on the database of the environment unless one is given. */
export async function makeDeps(env: Env, log: FastifyBaseLogger, options: Options = {}): Promise<Deps> {
  const database = options.database ?? (await openDatabase(env, log, options.timeouts));
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
    sessions: sessionStore(database.callers),
    apiKeys: apiKeyStore(database.callers),
    cache: createCache(),
    limits: openLimits({
      perMinute: { session: env.RATE_LIMIT_PER_MINUTE, client: env.RATE_LIMIT_PER_CLIENT },
      loginAttempts: env.LOGIN_ATTEMPTS,
      ingestBytes: env.INGEST_MIB_PER_DAY * MIB,
      database,
      redis,
      inDatabase,
    }),
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
