import { BulkheadRejectedError, bulkhead, TaskCancelledError, TimeoutStrategy, timeout, wrap } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import type { Tenant } from '../../../db/tenant.ts';
import { seconds } from '../../../server/durations.ts';
import { invalid, PortalError } from '../../../server/errors.ts';
import { service } from '../../../server/services.ts';
import type { Composed, compose } from './compose.ts';

/** Threads, queue length, and the time limits for waiting and running, in milliseconds. */
const COMPOSING = { threads: 2, queue: 50, waiting: seconds(5), running: seconds(10) };

type Limits = { [name in keyof typeof COMPOSING]: number };

/** Whether a thread ran out of time, memory or depth: the content is too complex. */
const isTooComplex = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    error instanceof RangeError ||
    ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));

/**
 * Renders content on worker threads, so that a long page blocks no other request. One client never occupies all threads.
 * A thread that exceeds its time is terminated and the content refused.
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
  const globalLimit = bulkhead(threads, queue);
  const clientLimits = new LRUCache<string, typeof globalLimit>({
    max: 1000,
    memoMethod: () => bulkhead(Math.max(1, threads - 1), queue),
  });
  const deadline = timeout(waiting + running, TimeoutStrategy.Aggressive);

  return {
    /** @throws VALIDATION_ERROR for content that takes too long; SERVICE_UNAVAILABLE when the queue is full */
    async compose({ clientId }: Tenant, source: Parameters<typeof compose>[0]): Promise<Composed> {
      try {
        return await wrap(deadline, clientLimits.memo(clientId), globalLimit).execute(({ signal }) =>
          pool.run(source, { signal: AbortSignal.any([signal, AbortSignal.timeout(running)]) }),
        );
      } catch (cause) {
        if (isTooComplex(cause))
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
