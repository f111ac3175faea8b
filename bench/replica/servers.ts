import { canMakeClusters, startCluster } from '../../test/helpers/start-cluster.ts';
import { freePort } from '../free-port.ts';

/** A primary and its streaming replica, of the PostgreSQL on this machine. Disposal removes both. */
export async function openServers() {
  if (!canMakeClusters) throw new Error('The section replica needs the programs of a PostgreSQL server.');
  const made = new AsyncDisposableStack();
  const start = async (primary?: { port: number }) => {
    const server = await startCluster({ port: await freePort(), primary });
    made.defer(server.remove);
    return server;
  };
  const primary = await start();
  return {
    primary,
    /** Made of the primary as it is then. */
    startReplica: () => start(primary),
    [Symbol.asyncDispose]: () => made.disposeAsync(),
  };
}
