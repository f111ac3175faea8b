import type { Pace } from '../flags.ts';
import { type Kind, openFleet, type Server } from '../fleet.ts';
import { burst, CONNECTIONS } from '../load.ts';
import { median } from '../rounds.ts';
import { seedOrganization, seedPeople, seedRuns, settle } from '../seed.ts';
import { atMost, type Section } from './section.ts';

const READS = ['/api/visibility/scores', '/api/insights/history', '/api/dashboard/goals'];
/** What the handwritten server has of these. */
const READS_BY_HAND = READS.slice(0, 2);
/** Requests a second in all: few enough that nobody waits for a processor. */
const RATE = 600;

interface Seen {
  one: number;
  two: number;
}

/** The same load on one process, and on two with half of it each. */
async function compare(servers: Server[], reads: string[], cookies: string[], { rounds, seconds, warmUp }: Pace) {
  const [alone, pair] = [servers.slice(0, 1), servers.slice(1)];

  async function load(on: Server[], duration: number, rate?: number) {
    const share = { path: '/api', connections: CONNECTIONS / on.length, ...(rate && { rate: rate / on.length }) };
    let sent = 0;
    const request = () => ({
      path: reads[sent % reads.length] ?? '',
      headers: { cookie: cookies[sent++ % cookies.length] ?? '' },
    });
    const bursts = await Promise.all(on.map((server) => burst(server, { ...share, request }, { duration })));
    const requests = bursts.reduce((sum, { rate }) => sum + rate, 0);
    return bursts.reduce((sum, { rate, cpu }) => sum + rate * cpu, 0) / requests;
  }
  // As fast as they can: half of the rate would leave each of two less optimized.
  for (const on of [alone, pair]) await load(on, warmUp);
  const seen: Seen[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 ? await load(pair, seconds, RATE) : await load(alone, seconds, RATE);
    const second = round % 2 ? await load(alone, seconds, RATE) : await load(pair, seconds, RATE);
    seen.push(round % 2 ? { one: second, two: first } : { one: first, two: second });
  }
  return seen;
}

const ratioOf = (seen: Seen[]) => median(seen.map(({ one, two }) => two / one));

/** One portal process and two; and the same by hand, to tell what the machine takes for a second process. */
export const processes: Section = async (place, pace) => {
  const title = `${RATE} requests a second on one process and on two, CPU µs/request`;
  if (place.kind !== 'PostgreSQL')
    return { title, figures: [], targets: [], notes: ['Not measured: an embedded database serves one process.'] };

  const people = await place.prepare(async (database) => {
    const orgId = await seedOrganization(database);
    await seedRuns(database, orgId, 10);
    const made = await seedPeople(database, orgId, CONNECTIONS);
    await settle(database);
    return made;
  });
  const cookies = people.map(({ cookie }) => cookie);
  const measure = async (kind: Kind, reads: string[]) => {
    await using fleet = openFleet(place);
    const servers = [await fleet.start(kind), await fleet.start(kind), await fleet.start(kind)];
    return await compare(servers, reads, cookies, pace);
  };
  const portal = await measure('portal', READS);
  const byHand = await measure('byHand', READS_BY_HAND);
  const line = (name: string, seen: Seen[]) => ({
    '': name,
    'one process': Math.round(median(seen.map(({ one }) => one))),
    'two processes': Math.round(median(seen.map(({ two }) => two))),
    'two to one': ratioOf(seen).toFixed(2),
  });
  return {
    title,
    figures: [],
    lines: [line('portal', portal), line('by hand', byHand)],
    targets: [atMost('two processes relative to one: at most 1.05', 1.05, ratioOf(portal), true)],
  };
};
