import { setImmediate as turn } from 'node:timers/promises';
import { bulkhead } from 'cockatiel';
import DataLoader from 'dataloader';

/** Concurrent statements: while the database runs one, the results of the other are sent. */
const MAX_STATEMENTS = 2;
const MAX_TURNS = 20;

/**
 * Combines calls into one statement. A batch grows while each turn of the event loop brings another caller, for at most
 * MAX_TURNS, and while MAX_STATEMENTS are running. Under load a statement serves dozens of requests; a single call does
 * not wait. Each statement starts after its callers called.
 */
export function batched<Key, Value>(load: (keys: readonly Key[]) => Promise<(Value | Error)[]>) {
  const slots = bulkhead(MAX_STATEMENTS, Number.POSITIVE_INFINITY);
  let calls = 0;
  let loading: Promise<unknown> = Promise.resolve();

  async function gatherCallers() {
    for (let left = MAX_TURNS, before = -1; left > 0 && before !== calls; left--) {
      before = calls;
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
        slots.execute(async () => {
          await gatherCallers();
          go();
          await loading;
        }),
    },
  );
  return (key: Key) => {
    calls++;
    return loader.load(key);
  };
}
