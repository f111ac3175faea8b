import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { secrets } from '../environment.ts';
import { missing, openHaproxy, openRedis } from '../fleet/programs.ts';
import { freePort } from '../free-port.ts';
import { openServers } from '../replica/servers.ts';
import { PROJECT } from '../upgrade/checkout.ts';
import { openPerson, type Seen } from '../upgrade/people.ts';
import { type Started, startPortal } from '../upgrade/portal.ts';
import { atMost, type Section } from './section.ts';

const TIMEOUTS = { statement: 120_000, transaction: 120_000 };
const PEOPLE = 8;
const PORTALS = 3;
/** Milliseconds of load before the first loss, and after each. */
const REST = { before: 5000, after: 20_000 };
const TITLE = 'Three portals, Redis, a primary and its replica behind HAProxy: a portal and then the primary killed';

const nothingSeen = (): Seen => ({ sent: 0, failures: new Map(), latestFailure: 0, times: [] });

/** Causes a loss under load, and tells what callers saw of it. */
async function lose(name: string, seen: Seen, milliseconds: number, loss: () => Promise<unknown>) {
  Object.assign(seen, nothingSeen());
  const began = performance.now();
  await loss();
  await pause(milliseconds);
  const failed = [...seen.failures.values()].reduce((sum, count) => sum + count, 0);
  const kinds = [...seen.failures].map(([what, count]) => `${name}: ${what}: ${count}`);
  const recovery = Math.max(0, seen.latestFailure - began) / 1000;
  const line = { '': name, sent: seen.sent, failed, 'recovery, s': recovery, 'slowest, ms': Math.max(...seen.times) };
  return { line, kinds, failed, recovery };
}

/** A whole installation on this machine that loses a portal and then its primary. */
export const fleet: Section = async (place, _pace, quick) => {
  const absent = missing('haproxy', 'redis-server');
  if (absent.length > 0)
    return { title: TITLE, figures: [], targets: [], notes: [`Not measured: ${absent.join(' and ')} missing.`] };

  const after = quick ? REST.after / 2 : REST.after;
  await using servers = await openServers();
  const { primary } = servers;
  const database = await connect({ url: primary.url, folder: '' }, TIMEOUTS);
  await migrate(database).finally(() => database.close());
  const standby = await servers.startReplica();
  const both = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`;
  await using redis = await openRedis();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const common = {
    ...secrets(),
    DATABASE_URL: `${both}?target_session_attrs=read-write`,
    DATABASE_REPLICA_URL: both,
    REDIS_URL: redis.url,
    INSIGHTS_URL: 'http://127.0.0.1:9',
    PUBLIC_URL: url,
  };
  const portals: Started[] = [];
  try {
    while (portals.length < PORTALS)
      portals.push(await startPortal(PROJECT, { ...common, DATA_DIR: await place.emptyFolder() }));
    await using _proxy = await openHaproxy(
      port,
      portals.map((portal) => portal.port),
    );
    const seen = nothingSeen();
    const people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => openPerson(url, n + 1, seen)));
    let over = false;
    const load = Promise.all(people.map((work) => work(() => over)));
    const losses = [
      await lose('nothing', seen, REST.before, async () => {}),
      await lose('a portal', seen, after, async () => portals.pop()?.kill()),
      await lose('the primary', seen, after, async () => {
        await primary.kill();
        await standby.promote();
      }),
    ];
    over = true;
    await load;
    const [, portal, server] = losses;
    return {
      title: TITLE,
      figures: [],
      lines: losses.map(({ line }) => line),
      notes: [
        ...losses.flatMap(({ kinds }) => kinds),
        `${PEOPLE} callers without pause; after a failure each waits 100 ms. The standby is promoted at once.`,
      ],
      targets: [
        atMost('seconds until the last failure, a portal killed', 5, portal?.recovery ?? Number.NaN, true),
        atMost('seconds until the last failure, the primary killed', 10, server?.recovery ?? Number.NaN, true),
      ],
    };
  } finally {
    await Promise.all(portals.map((portal) => portal.stop()));
  }
};
