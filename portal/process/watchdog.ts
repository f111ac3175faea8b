import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { seconds } from '../../server/durations.ts';

const STALL = seconds(30);

/**
 * Ends the process with SIGKILL when its event loop stands still for `stall` milliseconds: such a process answers
 * nobody, not even SIGTERM, and would never be restarted. A debugged process may stand still. An exit that takes three
 * seconds is ended as well: it writes the rest of the log, and whoever should read that may not.
 */
export function startWatchdog(stall = STALL) {
  const heartbeat = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  const beat = () => {
    Atomics.add(heartbeat, 0, 1);
    Atomics.store(heartbeat, 1, inspectorUrl() ? 1 : 0);
  };
  beat();
  setInterval(beat, seconds(0.5)).unref();
  // Before the listener of the log, which writes.
  process.prependListener('exit', () => void Atomics.store(heartbeat, 2, 1));
  const thread = new Worker(new URL('./watchdog-thread.js', import.meta.url), {
    workerData: { heartbeat, stall },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  thread.unref();
}
