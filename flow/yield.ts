/** Milliseconds of long work in a turn of the event loop: somebody else's request needs several turns. */
const SLICE = 5;

const waiting: (() => void)[] = [];

function advance() {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(advance);
  next?.();
}

/**
 * Waits for a later turn of the event loop. In each one goes on of those that wait: immediates alone would let all go
 * on at once.
 */
export const nextTurn = () =>
  new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(advance);
  });

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
 * To await between steps of long work: once the time of this turn is over it lets other requests run. All long work
 * shares that time, so that others wait for one and not for one of each that is under way.
 */
export function yieldWhenDue(): Promise<void> | undefined {
  if (!isThisTurn) begin();
  return performance.now() < end ? undefined : nextTurn().then(begin);
}
