/** A value outside of components, which they follow with `useSyncExternalStore`. */
export function store<Value>(first: Value) {
  let value = first;
  const watchers = new Set<() => void>();
  return {
    get: () => value,
    set(next: Value) {
      value = next;
      for (const watcher of watchers) watcher();
    },
    subscribe(watcher: () => void) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
