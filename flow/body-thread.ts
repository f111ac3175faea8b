import { Piscina } from 'piscina';
import { fairQueue } from './fair-queue.ts';

/** Milliseconds for one body, its turn included: the slowest of 4 MiB takes half a second of the processor. */
const IN_TIME = 20_000;

/** Callers take turns, one body at a time. What waits is bounded by the bytes that a caller may have in memory. */
const turns = fairQueue({ atOnce: 1, perKey: 1, waiting: 1000 });

let pool: Piscina | undefined;

/**
 * One thread of low priority for all large bodies, started by the first of them. An idle one keeps no process alive.
 */
function thread() {
  pool ??= new Piscina({
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  }).on('error', () => {});
  return pool;
}

/** A function that a module exports, for the body thread. */
export interface ThreadWork {
  filename: string;
  name: string;
}

/**
 * Does work on the body thread when it is the caller's turn. `waited` tells for how many milliseconds others had it.
 *
 * @throws QueueFull, and what stops a thread
 */
export function runOnBodyThread<Answer>(
  caller: string,
  work: ThreadWork,
  task: object,
  waited: (ms: number) => void,
): Promise<Answer> {
  const began = performance.now();
  const late = AbortSignal.timeout(IN_TIME);
  return turns.run(
    caller,
    (isLate) => {
      if (isLate) waited(performance.now() - began);
      return thread().run(task, { ...work, signal: late });
    },
    () => late,
  );
}
