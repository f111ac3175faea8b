import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE = 10;

/** Returns a function to await between steps of long work: every SLICE milliseconds it lets other requests run. */
export function slices() {
  let started = performance.now();
  return async () => {
    if (performance.now() - started < SLICE) return;
    await nextTurn();
    started = performance.now();
  };
}
