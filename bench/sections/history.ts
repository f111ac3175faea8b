import { openFleet } from '../fleet.ts';
import { CONNECTIONS } from '../load.ts';
import { compete } from '../rounds.ts';
import { seedOrganization, seedPeople, seedRuns, settle } from '../seed.ts';
import { atMost, type Section } from './section.ts';

const FEW = 100;
const MANY = 100_000;
const VERY_MANY = 1_000_000;

const spoken = (count: number) => count.toLocaleString('en');

/** A page of ten runs and the total, for clients with few and many runs on the same server. */
export const history: Section = async (place, pace, quick) => {
  const onServer = place.kind === 'PostgreSQL';
  const sizes = onServer && !quick ? [FEW, MANY, VERY_MANY] : [FEW, MANY];
  const clients = await place.prepare(async (database) => {
    const made = [];
    for (const runs of sizes) {
      const orgId = await seedOrganization(database);
      await seedRuns(database, orgId, runs);
      made.push({ runs, people: await seedPeople(database, orgId, CONNECTIONS) });
    }
    await settle(database);
    return made;
  });

  await using fleet = openFleet(place);
  const server = await fleet.start('portal');
  const figures = await compete(
    clients.map(({ runs, people }) => ({
      name: `ours, ${spoken(runs)} runs`,
      server,
      aim: {
        path: '/api/insights/history',
        connection: (n: number) => ({ cookie: people[n % people.length]?.cookie ?? '' }),
      },
    })),
    pace,
  );
  const [small, ...large] = figures;
  return {
    title: 'GET /api/insights/history, 10 runs and the total',
    figures,
    targets: large.map(({ rate }, index) =>
      atMost(
        `${spoken(sizes[index + 1] ?? 0)} runs cost at most 1.2 times as much as ${FEW}`,
        1.2,
        (small?.rate ?? Number.NaN) / rate,
        onServer,
      ),
    ),
  };
};
