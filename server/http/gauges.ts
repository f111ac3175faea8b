import { Counter, Gauge } from 'prom-client';
import { freeBytesOf } from '../../db/disk-guard.ts';
import type { Deps } from '../deps.ts';
import { queueMetrics } from '../jobs/queue-metrics.ts';

/** Gauges of a process and its dependencies. A gauge that cannot be read has no value. */
export function gauges({ metrics: registry, database, cache, env }: Deps) {
  const gauge = (name: string, help: string, read: () => number | undefined | Promise<number | undefined>) =>
    new Gauge({
      name: `portal_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.remove();
        const value = await read();
        if (value !== undefined) this.set(value);
      },
    });
  gauge('cache_bytes', 'Size of the cached answers, estimated.', cache.bytes);
  gauge('database_connections_used', 'Statements and transactions under way.', () => database.load().running);
  gauge('database_connections_max', 'Connections that may be used at once.', () => database.load().most);
  gauge('database_waiting', 'Statements and transactions that wait for a connection.', () => database.load().waiting);
  gauge('replica_lag_seconds', 'How far the replica is behind the primary.', database.replicaLag);
  gauge('disk_free_bytes', 'Free bytes of the disk that holds DATA_DIR.', () =>
    freeBytesOf(env.DATA_DIR).catch(() => undefined),
  );
  new Counter({
    name: 'portal_replica_reads_total',
    help: 'Reads that the replica may serve: served by it, or by the primary as it was behind, failed or was left alone.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(database.replica?.reads() ?? {})) this.inc({ outcome }, count);
    },
  });
  queueMetrics(registry, database);
}
