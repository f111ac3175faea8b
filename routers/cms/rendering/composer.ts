import { BulkheadRejectedError, bulkhead, TaskCancelledError, TimeoutStrategy, timeout, wrap } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import type { Tenant } from '../../../db/tenant.ts';
import { seconds } from '../../../server/durations.ts';
import { invalid, PortalError } from '../../../server/errors.ts';
import { service } from '../../../server/services.ts';
import type { Composed, compose } from './compose.ts';

/** Threads, how many pages may wait for them, and how long each may wait and take, in milliseconds. */
const COMPOSING = { threads: 2, queue: 50, waiting: seconds(5), running: seconds(10) };

type Limits = { [name in keyof typeof COMPOSING]: number };

/** What a thread ends with that ran out of time, memory or depth: the content's fault, and nobody else's. */
const isTooMuch = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    error instanceof RangeError ||
    ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));

/**
 * Renders and counts content on threads, a few at a time: a long page keeps nobody else waiting, and one client's pages
 * leave a thread to the others'. A thread that is not done in time is ended, and so what cannot be rendered is refused
 * instead of being half saved.
 */
export function openComposer({ threads, queue, running, waiting }: Limits = COMPOSING) {
  const pool = new Piscina({
    filename: new URL('./compose.ts', import.meta.url).href,
    name: 'compose',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const everybody = bulkhead(threads, queue);
  const turns = new LRUCache<string, typeof everybody>({
    max: 1000,
    memoMethod: () => bulkhead(Math.max(1, threads - 1), queue),
  });
  const patience = timeout(waiting + running, TimeoutStrategy.Aggressive);

  return {
    /** Throws VALIDATION_ERROR for content that takes too long, SERVICE_UNAVAILABLE when too much waits. */
    async compose({ clientId }: Tenant, source: Parameters<typeof compose>[0]): Promise<Composed> {
      try {
        return await wrap(patience, turns.memo(clientId), everybody).execute(({ signal }) =>
          pool.run(source, { signal: AbortSignal.any([signal, AbortSignal.timeout(running)]) }),
        );
      } catch (cause) {
        if (isTooMuch(cause))
          throw invalid(
            'content',
            'takes too long to render, or is nested too deeply; please make it shorter or simpler',
          );
        if (cause instanceof BulkheadRejectedError || cause instanceof TaskCancelledError)
          throw new PortalError('SERVICE_UNAVAILABLE', undefined, { cause });
        throw cause;
      }
    },
    close: () => pool.destroy(),
  };
}

export const composer = service(
  () => openComposer(),
  ({ close }) => close(),
);
