import type { Deps, Service, Use } from './deps.ts';

/** Declares a service. It is opened once per process, and closed with it in reverse order. */
export const service = <T>(open: (deps: Deps) => T, close: (opened: T) => unknown = () => {}): Service<T> => ({
  open,
  close,
});

/** Opens services on first use. `depsOf` is called at that time, since services use each other. */
export function openServices(depsOf: () => Deps): { use: Use; close: () => Promise<void> } {
  const opened = new Map<Service<unknown>, unknown>();
  return {
    use<T>(wanted: Service<T>) {
      const key = wanted as Service<unknown>;
      if (!opened.has(key)) opened.set(key, key.open(depsOf()));
      return opened.get(key) as T;
    },
    async close() {
      for (const [one, instance] of [...opened].reverse()) await one.close(instance);
    },
  };
}
