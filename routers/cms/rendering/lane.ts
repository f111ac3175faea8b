import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { fairQueue } from '../../../db/fair-queue.ts';
import type { Composed, compose } from './compose.ts';

export interface LaneLimits {
  /** Texts of one client that may wait. */
  queue: number;
  /** Milliseconds in the queue. */
  waiting: number;
  /** Milliseconds of processor time for one text. */
  running: number;
}

/** Thrown when a text has waited too long for its turn. */
export class WaitedTooLong extends Error {}

/** Thrown when a text has used up its processor time. */
export class TooMuchTime extends Error {}

const POLL = 50;
// The limit by the clock, for a thread that does not answer: a busy machine is not the fault of the text.
const CLOCK_FACTOR = 20;

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

/** Aborts the work of a thread that exceeds its processor time, until it is done. */
async function watch(thread: Worker, running: number, work: AbortController, done: AbortSignal) {
  const pause = () => wait(POLL, undefined, { signal: done });
  const started = performance.now();
  let before = await Promise.race([thread.cpuUsage(), pause()]);
  while (!done.aborted) {
    await pause();
    const now = await Promise.race([thread.cpuUsage(), pause()]);
    before ??= now;
    const used = before && now ? milliseconds(now) - milliseconds(before) : 0;
    if (used > running || performance.now() - started > running * CLOCK_FACTOR) work.abort(new TooMuchTime());
  }
}

/** A thread that renders one text after the other. Clients take turns. */
export function openLane({ queue, waiting, running }: LaneLimits) {
  const pool = new Piscina({
    filename: new URL('./compose.ts', import.meta.url).href,
    name: 'compose',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const turns = fairQueue({ atOnce: 1, perKey: 1, waiting: queue });

  async function turnOf(clientId: string) {
    const place = turns.enter(clientId);
    const inTime = new AbortController();
    const late = wait(waiting, undefined, { signal: inTime.signal }).then(() => {
      throw new WaitedTooLong();
    });
    try {
      return await Promise.race([place.turn, late]);
    } catch (error) {
      place.cancel();
      throw error;
    } finally {
      inTime.abort();
    }
  }

  async function runWatched(source: Parameters<typeof compose>[0]): Promise<Composed> {
    // The time of a text does not include the start of a thread.
    if (pool.threads.length === 0) await pool.run({ content: '', format: 'markdown' });
    const [thread] = pool.threads;
    const [work, done] = [new AbortController(), new AbortController()];
    if (thread) watch(thread, running, work, done.signal).catch(() => {});
    try {
      return await pool.run(source, { signal: work.signal });
    } catch (error) {
      throw work.signal.aborted ? work.signal.reason : error;
    } finally {
      done.abort();
    }
  }

  return {
    /** @throws QueueFull, WaitedTooLong, TooMuchTime, or what stops a thread */
    async compose(clientId: string, source: Parameters<typeof compose>[0]) {
      const endTurn = await turnOf(clientId);
      try {
        return await runWatched(source);
      } finally {
        endTurn();
      }
    },
    close: () => pool.destroy(),
  };
}
