import { oneATurn } from './one-a-turn.ts';

const SLICE = 10;

/** Shared by all long work, so that others wait for one slice and not for one of each that is under way. */
const nextTurn = oneATurn();

/** Returns a function to await between steps of long work: every SLICE milliseconds it lets other requests run. */
export function slices() {
  let started = performance.now();
  return async () => {
    if (performance.now() - started < SLICE) return;
    await nextTurn();
    started = performance.now();
  };
}
