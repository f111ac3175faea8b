import type { FastifyInstance } from 'fastify';
import { seconds } from '../durations.ts';
import { PortalError } from '../errors.ts';

// @fastify/under-pressure is not used: its sampler throws when the process has no descriptor left, and Node's histogram
// of delays that it reads drops the first after each reset, which is all of them where every turn is this long.
const SAMPLING = { every: seconds(1), tooLong: seconds(2) };

/** Milliseconds of the processor that this thread has taken. */
function processorTime() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Rejects requests while turns of the event loop are so long that requests wait for seconds: once two in succession
 * were, until one is not. Time on the clock would not tell: a machine that was halted, or is busy with others, would
 * reject requests that it can serve.
 */
export function shedLoad(app: FastifyInstance, { every, tooLong } = SAMPLING) {
  let long = 0;
  let sampled = processorTime();
  const sampler = setInterval(() => {
    const now = processorTime();
    long = now - sampled > tooLong ? long + 1 : 0;
    sampled = now;
  }, every);
  sampler.unref();

  app.addHook('onRequest', (_request, _reply, done) => {
    done(
      long > 1 ? new PortalError('SERVICE_UNAVAILABLE', 'The portal is busy. Please try again shortly.') : undefined,
    );
  });
  app.addHook('onClose', async () => clearInterval(sampler));
}
