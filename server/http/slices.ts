import { oneATurn } from '../../db/one-a-turn.ts';

/** Milliseconds of long work in a turn of the event loop: somebody else's request needs several turns. */
const SLICE = 5;

const nextTurn = oneATurn();

let end = 0;
let isThisTurn = false;

function begin() {
  end = performance.now() + SLICE;
  if (isThisTurn) return;
  isThisTurn = true;
  setImmediate(() => {
    isThisTurn = false;
  });
}

/**
 * To await between steps of long work: once the slice of this turn is over it lets other requests run. All long work shares
 * the slice, so that others wait for one and not for one of each that is under way.
 */
export function betweenSteps(): Promise<void> | undefined {
  if (!isThisTurn) begin();
  return performance.now() < end ? undefined : nextTurn().then(begin);
}
