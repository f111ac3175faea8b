import { setTimeout as pause } from 'node:timers/promises';
import { secrets } from '../environment.ts';
import { checkOut, PROJECT } from '../upgrade/checkout.ts';
import { openPerson, type Seen } from '../upgrade/people.ts';
import { type Started, startPortal } from '../upgrade/portal.ts';
import { openProxy } from '../upgrade/proxy.ts';
import { atMost, type Section } from './section.ts';

const PEOPLE = 8;
const PORTALS = 2;
/** Milliseconds of load before, between and after the steps; connections move meanwhile. */
const REST = 3000;

/** Two portals of an earlier version are replaced one after the other, under load, on one database. */
export const upgrade: Section = async (place, _pace, _quick, { from }) => {
  if (place.kind !== 'PostgreSQL') throw new Error('The section upgrade needs DATABASE_URL.');
  const at = await place.another();
  const running = new Set<Started>();
  const seen: Seen = { sent: 0, failures: new Map(), latestFailure: 0, times: [] };
  try {
    await using before = await checkOut(from);
    using proxy = await openProxy();
    const common = {
      ...(await at.variables()),
      ...secrets(),
      INSIGHTS_URL: 'http://127.0.0.1:9',
      PUBLIC_URL: proxy.url,
    };
    const start = async (folder: string) => {
      const portal = await startPortal(folder, { ...common, DATA_DIR: await at.emptyFolder() });
      running.add(portal);
      proxy.add(portal.port);
      return portal;
    };
    const old: Started[] = [];
    while (old.length < PORTALS) old.push(await start(before.folder));

    const people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => openPerson(proxy.url, n + 1, seen)));
    let over = false;
    const load = Promise.all(people.map((work) => work(() => over)));
    await pause(REST);
    for (const portal of old) {
      await start(PROJECT);
      await pause(REST);
      proxy.remove(portal.port);
      await portal.stop();
      running.delete(portal);
      await pause(REST);
    }
    over = true;
    await load;

    const failed = [...seen.failures.values()].reduce((sum, count) => sum + count, 0);
    const slowest = Math.max(...seen.times);
    return {
      title: `${PORTALS} portals of ${before.commit} replaced one after the other`,
      figures: [],
      lines: [{ '': 'requests', sent: seen.sent, failed }],
      times: { 'slowest answer': slowest },
      notes: [...seen.failures].map(([what, count]) => `${what}: ${count}`),
      targets: [atMost('failed requests', 0, failed, true)],
    };
  } finally {
    await Promise.all([...running].map((portal) => portal.stop()));
    await at.drop();
  }
};
