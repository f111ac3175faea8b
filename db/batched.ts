import { setImmediate as turn } from 'node:timers/promises';
import { bulkhead } from 'cockatiel';
import DataLoader from 'dataloader';

/** Statements under way at once: while the database works on one, the answers to the other are written. */
const MAX_STATEMENTS = 2;
const MAX_TURNS = 20;

/**
 * One statement for many callers. It waits for as long as each turn of the event loop brings another caller (at most
 * TURNS), and while LANES statements are under way the others gather: under load a statement serves dozens of requests,
 * and alone it waits for nothing. Each caller's statement begins after it asked.
 */
export function batched<Key, Value>(load: (keys: readonly Key[]) => Promise<(Value | Error)[]>) {
  const lanes = bulkhead(MAX_STATEMENTS, Number.POSITIVE_INFINITY);
  let asked = 0;
  let loading: Promise<unknown> = Promise.resolve();

  async function gatherCallers() {
    for (let left = MAX_TURNS, before = -1; left > 0 && before !== asked; left--) {
      before = asked;
      await turn();
    }
  }

  const loader = new DataLoader<Key, Value>(
    (keys) => {
      const values = load(keys);
      loading = values.catch(() => {});
      return values;
    },
    {
      cache: false,
      maxBatchSize: 500,
      batchScheduleFn: (go) =>
        lanes.execute(async () => {
          await gatherCallers();
          go();
          await loading;
        }),
    },
  );
  return (key: Key) => {
    asked++;
    return loader.load(key);
  };
}
