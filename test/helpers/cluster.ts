import { onTestFinished } from 'vitest';
import { freePort } from './process.ts';
import { startCluster } from './start-cluster.ts';

export { canMakeClusters, serverUser } from './start-cluster.ts';

/** A PostgreSQL server with its data, for this test only; with `primary` a streaming standby of that one. */
export async function cluster({ primary }: { primary?: { port: number } } = {}) {
  const { remove, ...server } = await startCluster({ port: await freePort(), primary });
  onTestFinished(remove);
  return server;
}
