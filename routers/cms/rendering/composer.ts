import { QueueFull } from '../../../db/fair-queue.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { seconds } from '../../../server/durations.ts';
import { invalid, PortalError } from '../../../server/errors.ts';
import { service } from '../../../server/services.ts';
import type { Composed, compose } from './compose.ts';
import { type LaneLimits, openLane, TooMuchTime, WaitedTooLong } from './lane.ts';

const COMPOSING: LaneLimits = { queue: 50, waiting: seconds(5), running: seconds(1) };

/** Texts under this number of characters take milliseconds. */
const SHORT = 20_000;

/** Whether a thread ran out of time, memory or depth: the content is too complex. */
const isTooComplex = (error: unknown) =>
  error instanceof TooMuchTime ||
  error instanceof RangeError ||
  (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');

/**
 * Renders content on worker threads, so that a long page blocks no other request. Short texts have a thread of their
 * own, so that long ones never delay them. A thread that exceeds its time is terminated and the content refused.
 */
export function openComposer(limits = COMPOSING) {
  const lanes = { short: openLane(limits), long: openLane(limits) };

  return {
    /** @throws VALIDATION_ERROR for content that takes too long; SERVICE_UNAVAILABLE when the queue is full or slow */
    async compose({ clientId }: Tenant, source: Parameters<typeof compose>[0]): Promise<Composed> {
      const lane = source.content.length < SHORT ? lanes.short : lanes.long;
      try {
        return await lane.compose(clientId, source);
      } catch (cause) {
        if (isTooComplex(cause))
          throw invalid(
            'content',
            'takes too long to render, or is nested too deeply; please make it shorter or simpler',
          );
        if (cause instanceof QueueFull || cause instanceof WaitedTooLong)
          throw new PortalError('SERVICE_UNAVAILABLE', undefined, { cause });
        throw cause;
      }
    },
    close: () => Promise.all([lanes.short.close(), lanes.long.close()]),
  };
}

export const composer = service(
  () => openComposer(),
  ({ close }) => close(),
);
