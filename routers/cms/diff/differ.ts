import type { Tenant } from '../../../db/tenant.ts';
import { seconds } from '../../../server/durations.ts';
import { PortalError } from '../../../server/errors.ts';
import { service } from '../../../server/services.ts';
import { isOverload, type LaneLimits, openWorkerLane, TimeLimitExceeded } from '../rendering/worker-lane.ts';
import type { Comparison } from './to-html.ts';

const COMPARING: LaneLimits = { queue: 50, waiting: seconds(5), running: seconds(2) };

/** The time for one comparison, within that of the thread. */
const MILLISECONDS = 500;

const work = {
  file: new URL('./to-html.ts', import.meta.url),
  name: 'differencesToHtml',
  warmUp: { texts: [], milliseconds: 0 },
};

/** Compares texts on a worker thread, so that long pages block no other request. Clients take turns. */
function openDiffer() {
  const lane = openWorkerLane<Comparison, string[]>(work, COMPARING);
  return {
    /** @throws SERVICE_UNAVAILABLE when the queue is full or slow, or a comparison does not end in time */
    async differencesOf({ clientId }: Tenant, texts: Comparison['texts']) {
      try {
        return await lane.run(clientId, { texts, milliseconds: MILLISECONDS });
      } catch (cause) {
        if (isOverload(cause) || cause instanceof TimeLimitExceeded)
          throw new PortalError('SERVICE_UNAVAILABLE', undefined, { cause });
        throw cause;
      }
    },
    close: lane.close,
  };
}

export const differ = service(openDiffer, ({ close }) => close());
