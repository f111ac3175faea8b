import { BulkheadRejectedError, bulkhead, TaskCancelledError, TimeoutStrategy, timeout, wrap } from 'cockatiel';
import { Piscina } from 'piscina';
import { invalid, PortalError } from '../errors.ts';
import { COMPOSING } from '../limits.ts';
import type { Composed, compose } from './compose.ts';

type Limits = { [name in keyof typeof COMPOSING]: number };

/**
 * Renders and counts content on threads, a few at a time: a long page keeps nobody else waiting. A thread that is not
 * done in time is ended, and so what cannot be rendered is refused instead of being half saved.
 */
export function openComposer({ threads, queue, running, waiting }: Limits = COMPOSING) {
  const pool = new Piscina({
    filename: new URL('./compose.ts', import.meta.url).href,
    name: 'compose' satisfies typeof compose.name,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const patience = wrap(timeout(waiting + running, TimeoutStrategy.Aggressive), bulkhead(threads, queue));

  return {
    /** Throws VALIDATION_ERROR for content that takes too long, SERVICE_UNAVAILABLE when too much waits. */
    async compose(source: Parameters<typeof compose>[0]): Promise<Composed> {
      try {
        return await patience.execute(({ signal }) =>
          pool.run(source, { signal: AbortSignal.any([signal, AbortSignal.timeout(running)]) }),
        );
      } catch (cause) {
        if (cause instanceof BulkheadRejectedError || cause instanceof TaskCancelledError)
          throw new PortalError('SERVICE_UNAVAILABLE', undefined, { cause });
        throw invalid('content', 'takes too long to render; please make it shorter or simpler');
      }
    },
    close: () => pool.destroy(),
  };
}

export type Composer = ReturnType<typeof openComposer>;
