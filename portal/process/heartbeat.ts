import cluster, { type Worker } from 'node:cluster';
import { readFileSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { seconds } from '../../server/durations.ts';

const INTERVAL = seconds(1);
const LONGEST = 10;
const DEBUGGED = 'debugged';

/** Tells the supervising process that this worker listens, and from then on that its event loop turns. */
export function reportListening() {
  // What cannot be sent, as the supervising process has ended, is ignored: the worker ends as well.
  const report = () => process.send?.(inspectorUrl() ? DEBUGGED : 'listening', undefined, undefined, () => {});
  report();
  setInterval(report, INTERVAL).unref();
}

/** Computing, or waiting for a processor, a disk or a debugger. */
const BUSY = ['R', 'D', 't'];

/** State and processor time, in seconds, of the main thread of a process; undefined elsewhere than on Linux. */
function mainThread(pid = 0) {
  try {
    const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { busy: BUSY.includes(fields[0] ?? ''), used: (Number(fields[11]) + Number(fields[12])) / 100 };
  } catch {
    return undefined;
  }
}

/**
 * Calls `lost` with a worker that reports nothing for 10 seconds: it is stopped, or its event loop stands still, and
 * the system goes on giving it connections. Workers may be silent while they start or are debugged.
 */
export function watchWorkers(lost: (worker: Worker) => void) {
  const heard = new Map<Worker, { silent: number; used: number }>();
  cluster.on('message', (worker, report) => {
    heard.set(worker, { silent: report === DEBUGGED ? -Infinity : 0, used: heard.get(worker)?.used ?? 0 });
  });
  // Ticks of this process are counted, not the time: a suspended machine, or a terminal that stops all, stops it too.
  // Of a busy worker only its processor time counts, since on a full machine it may wait for a processor.
  setInterval(() => {
    for (const [worker, word] of heard) {
      const thread = mainThread(worker.process.pid);
      word.silent += thread?.busy ? Math.min(1, thread.used - word.used) : 1;
      word.used = thread?.used ?? 0;
      if (worker.isDead()) heard.delete(worker);
      else if (word.silent >= LONGEST && heard.delete(worker)) lost(worker);
    }
  }, INTERVAL).unref();
}
