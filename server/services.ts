import type { Deps } from './deps.ts';

/** Something that a domain needs for as long as the process lives: a client, a pool of threads, a log. */
export interface Service<T> {
  open(deps: Deps): T;
  close(opened: T): unknown;
}

/** Declares a service. It is opened once per process, and closed with it in the reverse order. */
export const service = <T>(open: (deps: Deps) => T, close: (opened: T) => unknown = () => {}): Service<T> => ({
  open,
  close,
});

export type Use = <T>(wanted: Service<T>) => T;

/** Opens services when they are first used. `depsOf` is asked then, as services use each other. */
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
