import type { Connection } from './connection.ts';

/** Reuses open connections. Their number is not bounded here: callers take turns in a fair queue. */
export function connectionPool(open: () => Promise<Connection>) {
  const free: Connection[] = [];
  let used = 0;
  let closing: PromiseWithResolvers<void> | undefined;

  /** The connection used last, which is the likeliest to be needed: the others may grow old and be replaced. */
  function take(): Connection | undefined {
    for (let connection = free.pop(); connection; connection = free.pop()) {
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

  function left() {
    used--;
    if (used === 0) closing?.resolve();
  }

  return {
    /** Takes a free connection, if there is one. */
    take,
    /** Opens a further connection. @throws the error of an unreachable database */
    open: openAnother,
    release(connection: Connection) {
      if (closing || !connection.usable()) connection.close();
      else free.push(connection);
      left();
    },
    /** Closes all connections, those in use at their release. */
    async close() {
      closing ??= Promise.withResolvers<void>();
      for (const connection of free.splice(0)) connection.close();
      if (used === 0) closing.resolve();
      await closing.promise;
    },
  };
}

export type ConnectionPool = ReturnType<typeof connectionPool>;
