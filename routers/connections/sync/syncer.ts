import type { Deps } from '../../../server/deps.ts';
import { seconds } from '../../../server/durations.ts';
import { service } from '../../../server/services.ts';
import { syncConnection } from './sync-connection.ts';
import { takeDueConnections } from './take-due.ts';

/** Connections that a process reads at once, of a client one. */
const AT_ONCE = 6;

/** How long turns may continue when the process ends, in milliseconds. */
const LAST = seconds(2);

/** Reads the connections that are due, some at once. */
function openSyncer(deps: Deps) {
  const db = deps.database.asMaintenance();
  const closing = new AbortController();
  /** By client: one has one turn at a time, so that a slow tool keeps nobody else waiting. */
  const running = new Map<string, Promise<void>>();
  let search: Promise<number> | undefined;

  async function turn(connection: Awaited<ReturnType<typeof takeDueConnections>>[number]) {
    try {
      await syncConnection(deps, connection, closing.signal);
    } catch (err) {
      deps.log.warn({ err, connection: connection.id }, 'A connection could not be synchronized.');
    }
    running.delete(connection.clientId);
  }

  async function begin() {
    const room = AT_ONCE - running.size;
    if (room <= 0 || closing.signal.aborted) return 0;
    const taken = await takeDueConnections(db, room, [...running.keys()]);
    for (const connection of taken) running.set(connection.clientId, turn(connection));
    return taken.length;
  }

  /** Starts what is due and has room. Returns how many. */
  function syncDue() {
    search ??= begin().finally(() => {
      search = undefined;
    });
    return search;
  }

  return {
    syncDue,
    /** Works until nothing is due. */
    async settled() {
      while ((await syncDue()) > 0 || running.size > 0) await Promise.all(running.values());
    },
    async close() {
      const stop = setTimeout(() => closing.abort(), LAST);
      while (running.size > 0) await Promise.all(running.values());
      clearTimeout(stop);
      closing.abort();
      await search?.catch(() => {});
    },
  };
}

export const connectionSyncer = service(openSyncer, ({ close }) => close());
