import { openFleet } from '../fleet.ts';
import { CONNECTIONS } from '../load.ts';
import { compete } from '../rounds.ts';
import { seedOrganization, seedPeople, seedRuns, settle } from '../seed.ts';
import { atMost, type Section } from './section.ts';

const FEW = 100;
const MANY = 100_000;

/** A page of ten and the total, for a client with few runs and one with many, on the same server. */
export const history: Section = async (place, pace) => {
  const [few, many] = await place.prepare(async (database) => {
    const client = async (runs: number) => {
      const orgId = await seedOrganization(database);
      await seedRuns(database, orgId, runs);
      return seedPeople(database, orgId, CONNECTIONS);
    };
    const made = [await client(FEW), await client(MANY)] as const;
    await settle(database);
    return made;
  });

  await using fleet = openFleet(place);
  const server = await fleet.start('portal');
  const aimOf = (people: typeof few) => ({
    path: '/api/insights/history',
    connection: (n: number) => ({ cookie: people[n % people.length]?.cookie ?? '' }),
  });
  const figures = await compete(
    [
      { name: `ours, ${FEW} runs`, server, aim: aimOf(few) },
      { name: `ours, ${MANY} runs`, server, aim: aimOf(many) },
    ],
    pace,
  );
  const [small, large] = figures;
  const cost = small && large ? small.rate / large.rate : Number.NaN;
  const text = `${MANY} runs within 1.2 times the cost of ${FEW}`;
  return {
    title: 'GET /api/insights/history, 10 runs and the total',
    figures,
    targets: [atMost(text, 1.2, cost, place.kind === 'PostgreSQL')],
  };
};
