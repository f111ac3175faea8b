import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { seconds } from '../durations.ts';
import { PortalError } from '../errors.ts';

// @fastify/under-pressure is not used: its sampler throws when the process has no descriptor left.
const SAMPLED_EVERY = seconds(1);
const TOO_LATE = seconds(2);

/** Rejects requests while the event loop is delayed so much that they would wait for seconds. */
export function shedLoad(app: FastifyInstance) {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  let delay = 0;
  const sampler = setInterval(() => {
    // A stall may leave a period without a sample, which does not count as overload.
    delay = Number.isFinite(histogram.mean) ? histogram.mean / 1e6 : 0;
    histogram.reset();
  }, SAMPLED_EVERY);
  sampler.unref();

  app.addHook('onRequest', (_request, _reply, done) => {
    done(
      delay > TOO_LATE
        ? new PortalError('SERVICE_UNAVAILABLE', 'The portal is busy. Please try again shortly.')
        : undefined,
    );
  });
  app.addHook('onClose', async () => {
    clearInterval(sampler);
    histogram.disable();
  });
}
