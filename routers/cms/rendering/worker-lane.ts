import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { fairQueue, QueueFull } from '../../../flow/fair-queue.ts';
import { longTurns } from '../../../flow/long-turns.ts';
import { seconds } from '../../../server/durations.ts';

export interface LaneLimits {
  /** Texts of one client that may wait. */
  queue: number;
  /** Milliseconds in the queue. */
  waiting: number;
  /** Milliseconds of processor time for one text. */
  running: number;
  /** Called with a client whose text has taken `after` milliseconds of processor time. */
  slow?: { after: number; tell: (clientId: string) => void };
}

/** Thrown when no thread could be started, as without free descriptors. */
class NoThread extends Error {}

/** Thrown when a text has used up its processor time. */
export class TimeLimitExceeded extends Error {}

/** Whether a thread had too much to do, so that the call may be repeated. */
export const isOverload = (error: unknown) => error instanceof QueueFull || error instanceof NoThread;

const STARTING = seconds(5);
const POLL = 50;
// The limit by the clock, for a thread that does not answer: a busy machine is not the fault of the text.
const CLOCK_FACTOR = 20;

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

/** Aborts the work of a thread that exceeds its processor time, and reports its use, until it is done. */
async function watch(
  thread: Worker,
  running: number,
  work: AbortController,
  done: AbortSignal,
  tell: (milliseconds: number) => void,
) {
  const pause = () => wait(POLL, undefined, { signal: done });
  const started = performance.now();
  let before = await Promise.race([thread.cpuUsage(), pause()]);
  while (!done.aborted) {
    await pause();
    const now = await Promise.race([thread.cpuUsage(), pause()]);
    before ??= now;
    const used = before && now ? milliseconds(now) - milliseconds(before) : 0;
    tell(used);
    if (used > running || performance.now() - started > running * CLOCK_FACTOR) work.abort(new TimeLimitExceeded());
  }
}

/** An exported function of a file, to run on a thread. */
interface Work<Task> {
  file: URL;
  name: string;
  /** Run first on each thread: the time of a task does not include the start. */
  warmUp: Task;
}

/**
 * A thread that does one task after the other. Clients take turns, those behind all others that have lately had long
 * ones: six of them at once would leave everybody a seventh of the thread.
 */
export function openWorkerLane<Task extends object, Result>(
  work: Work<Task>,
  { queue, waiting, running, slow }: LaneLimits,
) {
  const pool = new Piscina({
    filename: work.file.href,
    name: work.name,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // A thread that cannot start: the task that it is for ends by its time limit.
  pool.on('error', () => {});
  const long = longTurns({ freeMs: 20, limitMs: 200, forgivenPerMs: 0.05, maxDebtMs: 2000 });
  const turns = fairQueue({ atOnce: 1, perKey: 1, waiting: queue, debt: long.debtOf, ended: long.add });

  async function startThread() {
    try {
      await pool.run(work.warmUp, { signal: AbortSignal.timeout(STARTING) });
    } catch (cause) {
      throw new NoThread('No thread could be started.', { cause });
    }
  }

  async function runWatched(clientId: string, task: Task): Promise<Result> {
    if (pool.threads.length === 0) await startThread();
    const [thread] = pool.threads;
    const [aborting, done] = [new AbortController(), new AbortController()];
    const tell = (used: number) => {
      if (slow && used > slow.after) slow.tell(clientId);
    };
    if (thread) watch(thread, running, aborting, done.signal, tell).catch(() => {});
    try {
      return await pool.run(task, { signal: aborting.signal });
    } catch (error) {
      throw aborting.signal.aborted ? aborting.signal.reason : error;
    } finally {
      done.abort();
    }
  }

  return {
    /** @throws QueueFull, NoThread, TimeLimitExceeded, or what stops a thread */
    run: (clientId: string, task: Task) =>
      turns.run(
        clientId,
        () => runWatched(clientId, task),
        () => AbortSignal.timeout(waiting),
      ),
    close: () => pool.destroy(),
  };
}
