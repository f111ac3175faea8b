import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import type { QueueName } from '../db/queues.ts';
import type { Command } from './command.ts';
import type { Deps, Service } from './deps.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { Env } from './env.ts';
import type { SealedPlace } from './identity/sealed-places.ts';
import type { Handler } from './jobs/queue.ts';

/** Periodic work. Every process does it, so it must be idempotent. */
export interface Sweep {
  /** The subject, for the log. */
  what: string;
  /** Milliseconds. */
  every: number;
  run: () => PromiseLike<unknown>;
  /** Whether it runs before the first request too. */
  first?: boolean;
}

/** A process or server beside the portal, started unless the configuration names another. One per machine. */
export interface Companion {
  /** Settings for the environment of the serving processes. */
  settings: Partial<Env>;
  /** Called with the address of the portal when it listens. */
  listening?: (address: string) => void;
  stop: () => unknown;
}

type State = string | Promise<string>;

/** The parts of a domain besides its procedures. `routers/domains.ts` lists the domains with such parts. */
export interface Domain {
  /** Opened at the start, so that their metrics and errors show before the first call. */
  services?: Service<unknown>[];
  /** Routes that cannot be procedures: they need the raw body or return a file. */
  routes?: (app: FastifyInstance, deps: Deps) => void;
  jobs?: (deps: Deps) => Partial<Record<QueueName, Handler<never>>>;
  sweeps?: (deps: Deps) => Sweep[];
  /** Commands of `npm run portal`, by name. */
  commands?: Record<string, Command>;
  /** Where sealed texts are stored, for `npm run portal -- keys rotate`. */
  sealed?: SealedPlace[];
  /** Dependencies listed by `GET /readyz`. */
  checks?: (deps: Deps) => Record<string, () => State>;
  /** What `npm run portal -- doctor` checks. */
  diagnoses?: Diagnosis[];
  companion?: (env: Env, prepared: Promise<Database>, log: FastifyBaseLogger) => Promise<Companion | undefined>;
}
