import { deepEqual } from 'node:assert/strict';
import type { Database } from '../../db/database.ts';
import { openFleet, type Server } from '../fleet.ts';
import { type Aim, CONNECTIONS } from '../load.ts';
import { compete } from '../rounds.ts';
import { seedOrganization, seedPeople, seedRuns, settle } from '../seed.ts';
import { atLeast, atMost, ratio, type Section } from './section.ts';

const PATH = '/api/insights/history';
const FEW = 100;
const MANY = 100_000;
const VERY_MANY = 1_000_000;

const spoken = (count: number) => count.toLocaleString('en');

/** An organization with runs, and how its people read their history. */
async function seedClient(database: Database, runs: number, people: number) {
  const orgId = await seedOrganization(database);
  await seedRuns(database, orgId, runs);
  return seedPeople(database, orgId, people);
}

const aimOf = (people: { cookie: string }[]): Aim => ({
  path: PATH,
  connection: (n) => ({ cookie: people[n % people.length]?.cookie ?? '' }),
});

/**
 * A page of ten runs and the total: for clients with few and many runs on the same server, and among as many clients as
 * there are connections, as a client alone has a share of the database's connections.
 */
export const history: Section = async (place, pace, quick) => {
  const onServer = place.kind === 'PostgreSQL';
  const sizes = onServer && !quick ? [FEW, MANY, VERY_MANY] : [FEW, MANY];
  const { alone, among } = await place.prepare(async (database) => {
    const alone = [];
    for (const runs of sizes) alone.push(aimOf(await seedClient(database, runs, CONNECTIONS)));
    const among = [];
    for (let client = 0; client < CONNECTIONS; client++) among.push(...(await seedClient(database, FEW, 1)));
    await settle(database);
    return { alone, among: aimOf(among) };
  });

  await using fleet = openFleet(place);
  const [server, hand] = [await fleet.start('portal'), await fleet.start('byHand')];
  const read = async ({ url }: Server) =>
    (await fetch(`${url}${PATH}`, { headers: among.connection?.(0) ?? {} })).json();
  // Only servers with the same response are comparable.
  deepEqual(await read(hand), await read(server));

  const figures = await compete(
    [
      ...alone.map((aim, index) => ({ name: `one client, ${spoken(sizes[index] ?? 0)} runs`, server, aim })),
      { name: `portal, ${CONNECTIONS} clients`, server, aim: among },
      { name: `by hand, ${CONNECTIONS} clients`, server: hand, aim: among },
    ],
    pace,
  );
  const [small, ...others] = figures;
  const large = others.slice(0, sizes.length - 1);
  return {
    title: `GET ${PATH}, 10 runs and the total`,
    figures,
    targets: [
      ...large.map(({ rate }, index) =>
        atMost(
          `${spoken(sizes[index + 1] ?? 0)} runs within 1.2 times the cost of ${FEW}`,
          1.2,
          (small?.rate ?? Number.NaN) / rate,
          onServer,
        ),
      ),
      atLeast('portal at least as fast as by hand', 1, ratio(figures, 'portal', 'by'), onServer),
    ],
  };
};
