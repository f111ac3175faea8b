import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (how: { type: 'minor' | 'major'; execution: 'sync'; flavor?: 'last-resort' }) => void;

let collector: CollectGarbage | undefined;

/** Calls V8's garbage collector, which Node offers with `--expose-gc`. */
export const collectGarbage: CollectGarbage = (how) => {
  if (!collector) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as CollectGarbage;
  }
  collector(how);
};

let planned = false;

/**
 * Collects the young generation, once for all who ask in a turn of the event loop. The texts of large answers are dead
 * as soon as they are sent: left to V8, which waits until the generation is full, they take 100 MiB more.
 */
export function collectYoungSoon() {
  if (planned) return;
  planned = true;
  setImmediate(() => {
    planned = false;
    collectGarbage({ type: 'minor', execution: 'sync' });
  });
}
