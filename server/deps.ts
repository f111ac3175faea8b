import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Cache } from './cache/cache.ts';
import type { Env } from './env.ts';
import type { apiKeyStore } from './identity/api-keys.ts';
import type { SessionStore } from './identity/session.ts';
import type { Jobs } from './jobs/queue.ts';
import type { Limits } from './limits/limits.ts';
import type { Outbox } from './mail/outbox.ts';

/** Something that a domain needs for the lifetime of the process: a client, a pool of threads, a log. */
export interface Service<T> {
  open(deps: Deps): T;
  close(opened: T): unknown;
}

/** Returns the service of this process and opens it on first use. */
export type Use = <T>(wanted: Service<T>) => T;

/** The platform of one process: the outside systems it depends on, and nothing of any domain. */
export interface Deps {
  env: Env;
  log: FastifyBaseLogger;
  database: Database;
  redis: Redis | undefined;
  sessions: SessionStore;
  apiKeys: ReturnType<typeof apiKeyStore>;
  cache: Cache;
  limits: Limits;
  /** The metrics behind GET /metrics. */
  metrics: Registry;
  jobs: Jobs;
  mail: Outbox;
  /** The number of this process in the deployment: see jobs/presence.ts. */
  worker: number;
  /** Returns a service of a domain. */
  use: Use;
  close: () => Promise<void>;
}
