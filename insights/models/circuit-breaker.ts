/** A provider that was silent so often in a row is left alone for so long, in milliseconds. */
const SILENT_TIMES = 5;
const REST = 15_000;

/**
 * Remembers how often in a row a provider let its time pass. One that does so again and again would cost every question
 * its share of the time: it rests, and then one question at a time finds out whether it is back.
 */
export function patience(now = () => performance.now()) {
  let silent = 0;
  let until = 0;

  return {
    isOver() {
      if (silent < SILENT_TIMES) return false;
      if (now() < until) return true;
      until = now() + REST;
      return false;
    },
    saw(outcome: 'silence' | 'sign of life') {
      silent = outcome === 'silence' ? silent + 1 : 0;
      if (silent >= SILENT_TIMES) until = now() + REST;
    },
  };
}
