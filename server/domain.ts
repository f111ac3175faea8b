import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import type { QueueName } from '../db/queues.ts';
import type { Deps, Service } from './deps.ts';
import type { Env } from './env.ts';
import type { Handler } from './jobs/queue.ts';

/** Work that is repeated beside the requests. Every process may do it; none of it hurts done twice. */
export interface Sweep {
  /** What it works on, for the log. */
  what: string;
  /** Milliseconds. */
  every: number;
  run: () => PromiseLike<unknown>;
}

/** A process or server that runs beside the portal because the configuration names no other. Started once per machine. */
export interface Companion {
  /** What the serving processes find in their environment. */
  settings: Partial<Env>;
  /** Tells it where the portal listens. */
  listening?: (address: string) => void;
  stop: () => unknown;
}

type State = string | Promise<string>;

/** What a domain does besides answering calls. `routers/domains.ts` lists the domains that do. */
export interface Domain {
  /** Opened at the start, so that their metrics and faults are seen before the first call. */
  services?: Service<unknown>[];
  /** Routes that are no procedures, since they need the bytes of a request or answer with a file. */
  routes?: (app: FastifyInstance, deps: Deps) => void;
  jobs?: (deps: Deps) => Partial<Record<QueueName, Handler<never>>>;
  sweeps?: (deps: Deps) => Sweep[];
  /** Dependencies that `GET /readyz` shows. */
  checks?: (deps: Deps) => Record<string, () => State>;
  companion?: (env: Env, prepared: Promise<Database>, log: FastifyBaseLogger) => Promise<Companion | undefined>;
}
