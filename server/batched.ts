import DataLoader from 'dataloader';

/**
 * One statement for many callers. While one is under way the others gather, and the next takes all of them: under load
 * a statement serves dozens of requests, and alone it waits for nothing. Each caller's statement begins after it asked.
 */
export function batched<Key, Value>(load: (keys: readonly Key[]) => Promise<(Value | Error)[]>) {
  let underWay: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Key, Value>(
    (keys) => {
      const loading = load(keys);
      underWay = loading.catch(() => {});
      return loading;
    },
    { cache: false, maxBatchSize: 500, batchScheduleFn: (go) => underWay.then(() => setImmediate(go)) },
  );
  return (key: Key) => loader.load(key);
}
