import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { connect, type Database } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { goals } from '../../db/schema/index.ts';
import { openFleet, type Server } from '../fleet.ts';
import { CONNECTIONS } from '../load.ts';
import { type Client, seedClients } from '../neighbours/clients.ts';
import { type Writer, writeAndRead } from '../replica/pairs.ts';
import { openServers } from '../replica/servers.ts';
import { compete, median } from '../rounds.ts';
import { seedPeople, settle, tenant } from '../seed.ts';
import { atLeast, atMost, type Section } from './section.ts';

const TIMEOUTS = { statement: 120_000, transaction: 120_000 };
const READS = ['/api/dashboard/goals', '/api/dashboard/action-items', '/api/dashboard/roi'];
const WRITERS = 16;

async function writerIn(database: Database, { id, cookie }: Client): Promise<Writer> {
  const [colleague] = await seedPeople(database, id, 1);
  const [goal] = await database
    .as(tenant(id))
    .select({ id: goals.id })
    .from(goals)
    .where(eq(goals.clientId, id))
    .limit(1);
  if (!colleague || !goal) throw new Error('An organization has no goal or colleague.');
  return { cookie, colleague: colleague.cookie, goalId: goal.id };
}

/** What became of reads that the replica may serve, by the portal's metrics. */
async function readsOf({ url }: Server) {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const count = (outcome: string) =>
    Number(new RegExp(`^portal_replica_reads_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0);
  return { served: count('served'), behind: count('behind'), failed: count('failed'), alone: count('left_alone') };
}

type Reads = Awaited<ReturnType<typeof readsOf>>;

function lineOf(name: string, before: Reads, after: Reads) {
  const served = after.served - before.served;
  const [behind, failed, alone] = [
    after.behind - before.behind,
    after.failed - before.failed,
    after.alone - before.alone,
  ];
  const share = (100 * served) / (served + behind + failed + alone);
  return { '': name, served, behind, failed, 'left alone': alone, 'share served, %': share };
}

/** Samples how far the replica is behind, in milliseconds, until it is told to stop. */
function watchLag({ accounts }: Database) {
  const lags: number[] = [];
  let over = false;
  const watching = (async () => {
    while (!over) {
      const [row] = await accounts.execute<{ lag: number | null }>(
        sql`select (extract(epoch from replay_lag) * 1000)::float8 as lag from pg_stat_replication`,
      );
      if (row?.lag) lags.push(row.lag);
      await pause(50);
    }
  })();
  return async () => {
    over = true;
    await watching;
    return { typical: median(lags), most: Math.max(0, ...lags) };
  };
}

/** Reads with and without a replica, on servers of this machine, and the staleness after writes. */
export const replica: Section = async (place, pace, quick) => {
  const pairs = quick ? 1000 : 10_000;
  await using servers = await openServers();
  const { primary } = servers;
  const database = await connect({ url: primary.url, folder: '' }, TIMEOUTS);
  try {
    await migrate(database);
    const clients = await seedClients(database, CONNECTIONS);
    const writers = await Promise.all(clients.slice(0, WRITERS).map((client) => writerIn(database, client)));
    await settle(database);
    const standby = await servers.startReplica();

    await using fleet = openFleet(place);
    const alone = await fleet.start('portal', { DATABASE_URL: primary.url });
    const both = await fleet.start('portal', { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: standby.url });
    let sent = 0;
    const request = () => ({
      path: READS[sent % READS.length] ?? '',
      headers: { cookie: clients[sent++ % clients.length]?.cookie ?? '' },
    });
    const aim = { path: '/api', request };
    const contenders = [
      { name: 'the primary alone', server: alone, aim },
      { name: 'with a replica', server: both, aim },
    ];
    const start = await readsOf(both);
    const figures = await compete(contenders, pace);
    const between = await readsOf(both);
    const lagOf = watchLag(database);
    const stale = await writeAndRead(both, writers, pairs);
    const end = await readsOf(both);
    const lag = await lagOf();

    const readsAlone = lineOf('reads alone', start, between);
    const many = pairs.toLocaleString('en');
    return {
      title: 'Reads of three routes that are never cached, with and without a replica',
      figures,
      lines: [readsAlone, lineOf('reads right after writes', between, end)],
      times: { 'Lag while writing, typical': lag.typical, 'Lag while writing, most': lag.most },
      notes: ['Primary, replica, portals and callers share the processors of this machine.'],
      targets: [
        atMost(`stale reads in ${many} pairs of a write and two reads`, 0, stale, true),
        atLeast('share served by the replica without writes, %', 99, readsAlone['share served, %'], true),
      ],
    };
  } finally {
    await database.close();
  }
};
