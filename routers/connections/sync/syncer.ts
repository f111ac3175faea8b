import type { Deps } from '../../../server/deps.ts';
import { seconds } from '../../../server/durations.ts';
import { service } from '../../../server/services.ts';
import { syncConnection } from './sync-connection.ts';
import { takeDueConnections } from './take-due.ts';

/** Connections that a process reads at once, of a client one: more would leave less of its processor for others. */
const AT_ONCE = 4;

/** How long turns may continue when the process ends, in milliseconds. */
const LAST = seconds(2);

/** Reads the connections that are due, some at once. */
function openSyncer(deps: Deps) {
  const db = deps.database.asMaintenance();
  const closing = new AbortController();
  /** By client: one has one turn at a time, so that a slow tool keeps nobody else waiting. */
  const running = new Map<string, Promise<void>>();
  let search: Promise<number> | undefined;
  let isOpen = true;

  async function turn(connection: Awaited<ReturnType<typeof takeDueConnections>>[number]) {
    const hasEnded = await syncConnection(deps, connection, closing.signal).then(
      () => true,
      (err) => {
        deps.log.warn({ err, connection: connection.id }, 'A connection could not be synchronized.');
        return false;
      },
    );
    running.delete(connection.clientId);
    // The past of a connection is some sixty turns, which need not wait for the next round each.
    if (hasEnded)
      await syncDue().catch((err) => deps.log.warn({ err }, 'Connections that are due could not be found.'));
  }

  async function begin() {
    const room = AT_ONCE - running.size;
    if (room <= 0 || !isOpen) return 0;
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
      for (;;) {
        // A search that began before a turn ended may not have seen what that turn left due.
        const wasIdle = running.size === 0 && !search;
        const taken = await syncDue();
        if (wasIdle && taken === 0) return;
        await Promise.all(running.values());
      }
    },
    async close() {
      isOpen = false;
      const stop = setTimeout(() => closing.abort(), LAST);
      while (search || running.size > 0) await Promise.allSettled([search, ...running.values()]);
      clearTimeout(stop);
      closing.abort();
    },
  };
}

export const connectionSyncer = service(openSyncer, ({ close }) => close());
