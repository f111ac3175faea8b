import { type Connection, UNSCOPED } from './connection.ts';

/** How long a free connection stays open, in milliseconds. The last ones stay: a quiet portal answers at once. */
const IDLE = { after: 30_000, kept: 2 };

/**
 * Reuses open connections, and closes those of a busier moment. Their number is not bounded here: callers take turns in
 * a fair queue.
 */
export function connectionPool(open: () => Promise<Connection>, idle = IDLE) {
  const free: Connection[] = [];
  /** Since when each free connection is free: the moment on the clock of the process. */
  const freeSince = new WeakMap<Connection, number>();
  let used = 0;
  let closing: PromiseWithResolvers<void> | undefined;

  /** The best connection for a scope: one that has it, else one of its kind. Of several the one that was used last. */
  function best(scope: string): Connection | undefined {
    const same = free.findLastIndex((connection) => connection.scope === scope);
    if (same >= 0) return free.splice(same, 1)[0];
    const alike = free.findLastIndex((connection) => (connection.scope === UNSCOPED) === (scope === UNSCOPED));
    return alike >= 0 ? free.splice(alike, 1)[0] : free.pop();
  }

  function take(scope: string): Connection | undefined {
    for (let connection = best(scope); connection; connection = best(scope)) {
      if (connection.usable()) {
        used++;
        return connection;
      }
      connection.close();
    }
    return undefined;
  }

  async function openAnother() {
    used++;
    try {
      return await open();
    } catch (error) {
      left();
      throw error;
    }
  }

  function closeIdle() {
    const before = performance.now() - idle.after;
    const over = free.filter((connection) => (freeSince.get(connection) ?? 0) <= before);
    for (const connection of over.slice(0, Math.max(0, free.length - idle.kept))) {
      free.splice(free.indexOf(connection), 1);
      connection.close();
    }
  }
  const sweep = setInterval(closeIdle, idle.after / 2).unref();

  function left() {
    used--;
    if (used === 0) closing?.resolve();
  }

  return {
    /** Takes a free connection, if there is one; preferably one that has this scope. */
    take,
    /** Opens a further connection. @throws the error of an unreachable database */
    open: openAnother,
    release(connection: Connection) {
      if (closing || !connection.usable()) connection.close();
      else {
        free.push(connection);
        freeSince.set(connection, performance.now());
      }
      left();
    },
    /** Closes all connections, those in use at their release. */
    async close() {
      closing ??= Promise.withResolvers<void>();
      clearInterval(sweep);
      for (const connection of free.splice(0)) connection.close();
      if (used === 0) closing.resolve();
      await closing.promise;
    },
  };
}

export type ConnectionPool = ReturnType<typeof connectionPool>;
