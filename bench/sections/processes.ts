import { openFleet } from '../fleet.ts';
import { burst, CONNECTIONS } from '../load.ts';
import { median } from '../rounds.ts';
import { seedOrganization, seedPeople, settle } from '../seed.ts';
import { atMost, type Section } from './section.ts';

const READS = ['/api/visibility/scores', '/api/insights/history', '/api/dashboard/goals'];
/** Requests a second in all: few enough that nobody waits for a processor. */
const RATE = 600;

/** The same load on one portal process, and on two with half of it each. */
export const processes: Section = async (place, { rounds, seconds, warmUp }) => {
  const title = `${RATE} requests a second on one portal process and on two, CPU µs/request`;
  if (place.kind !== 'PostgreSQL')
    return { title, figures: [], targets: [], notes: ['Not measured: an embedded database serves one process.'] };

  const people = await place.prepare(async (database) => {
    const made = await seedPeople(database, await seedOrganization(database), CONNECTIONS);
    await settle(database);
    return made;
  });
  await using fleet = openFleet(place);
  const alone = [await fleet.start('portal')];
  const pair = [await fleet.start('portal'), await fleet.start('portal')];

  async function load(servers: typeof pair, duration: number, rate?: number) {
    const connections = CONNECTIONS / servers.length;
    const share = { path: '/api', connections, ...(rate && { rate: rate / servers.length }) };
    let sent = 0;
    const request = () => ({
      path: READS[sent % READS.length] ?? '',
      headers: { cookie: people[sent++ % people.length]?.cookie ?? '' },
    });
    const bursts = await Promise.all(servers.map((server) => burst(server, { ...share, request }, { duration })));
    const requests = bursts.reduce((sum, { rate }) => sum + rate, 0);
    return bursts.reduce((sum, { rate, cpu }) => sum + rate * cpu, 0) / requests;
  }
  // As fast as they can: half of the rate would leave each of two less optimized.
  for (const servers of [alone, pair]) await load(servers, warmUp);
  const seen: { one: number; two: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 ? await load(pair, seconds, RATE) : await load(alone, seconds, RATE);
    const second = round % 2 ? await load(alone, seconds, RATE) : await load(pair, seconds, RATE);
    seen.push(round % 2 ? { one: second, two: first } : { one: first, two: second });
  }
  const [one, two] = [median(seen.map((pass) => pass.one)), median(seen.map((pass) => pass.two))];
  return {
    title,
    figures: [],
    lines: [
      { '': 'one process', 'CPU µs/request': Math.round(one) },
      { '': 'two processes', 'CPU µs/request': Math.round(two) },
    ],
    targets: [
      atMost(
        'two processes relative to one: at most 1.05',
        1.05,
        median(seen.map((pass) => pass.two / pass.one)),
        true,
      ),
    ],
  };
};
