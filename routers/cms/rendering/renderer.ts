import { LRUCache } from 'lru-cache';
import { errorCodeOf } from '../../../db/error-code.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { minutes, seconds } from '../../../server/durations.ts';
import { invalid, PortalError } from '../../../server/errors.ts';
import { service } from '../../../server/services.ts';
import type { Rendered, render } from './render.ts';
import { isOverload, type LaneLimits, openWorkerLane, TimeLimitExceeded } from './worker-lane.ts';

const LIMITS: LaneLimits = { queue: 50, waiting: seconds(5), running: seconds(1) };

type Source = Parameters<typeof render>[0];

const WORK = {
  file: new URL('./render.ts', import.meta.url),
  name: 'render',
  warmUp: { content: '', format: 'markdown' as const },
};

/** Texts under this number of characters take milliseconds. */
const SHORT = 20_000;

/** Milliseconds of processor time from which on a text is slow: long prose takes a third of it. */
const SLOW = 300;

/** How long an organization with a slow text takes turns only with others of its kind. */
const REMEMBERED = minutes(10);

/** Whether a thread ran out of time, memory or depth: the content is too complex. */
const isTooComplex = (error: unknown) =>
  error instanceof TimeLimitExceeded ||
  error instanceof RangeError ||
  errorCodeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Renders content on worker threads, so that a long page blocks no other request. Short texts have a thread of their
 * own, and so have long ones of organizations that had a slow one lately: neither waits for the slow ones of others.
 * A thread that exceeds its time is terminated and the content refused.
 */
export function openRenderer(limits = LIMITS) {
  const slow = new LRUCache<string, true>({ max: 10_000, ttl: REMEMBERED });
  const telling = { after: SLOW, tell: (clientId: string) => void slow.set(clientId, true) };
  const lane = () => openWorkerLane<Source, Rendered>(WORK, { ...limits, slow: telling });
  const lanes = { short: lane(), long: lane(), slow: lane() };

  function laneOf(clientId: string, { content }: Source) {
    if (content.length < SHORT) return lanes.short;
    return slow.has(clientId) ? lanes.slow : lanes.long;
  }

  return {
    /** @throws VALIDATION_ERROR for content that takes too long; SERVICE_UNAVAILABLE when the queue is full or slow */
    async render({ clientId }: Tenant, source: Source): Promise<Rendered> {
      try {
        return await laneOf(clientId, source).run(clientId, source);
      } catch (cause) {
        if (isTooComplex(cause))
          throw invalid(
            'content',
            'takes too long to render, or is nested too deeply; please make it shorter or simpler',
          );
        if (isOverload(cause)) throw new PortalError('SERVICE_UNAVAILABLE', undefined, { cause });
        throw cause;
      }
    },
    close: () => Promise.all(Object.values(lanes).map((lane) => lane.close())),
  };
}

export const renderer = service(
  () => openRenderer(),
  ({ close }) => close(),
);
