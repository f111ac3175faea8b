import { deepEqual } from 'node:assert/strict';
import { openFleet, type Server } from '../fleet.ts';
import { type Aim, CONNECTIONS } from '../load.ts';
import { compete } from '../rounds.ts';
import { seedOrganization, seedPeople, settle } from '../seed.ts';
import { atLeast, ratio, type Section } from './section.ts';

const PATH = '/api/visibility/scores';

/** The signed-in read of the latest scores, about 2 KB: one organization, one person per connection. */
export const scores: Section = async (place, pace) => {
  const people = await place.prepare(async (database) => {
    const made = await seedPeople(database, await seedOrganization(database), CONNECTIONS);
    await settle(database);
    return made;
  });
  const connection = (n: number) => ({ cookie: people[n % people.length]?.cookie ?? '' });
  const read = async ({ url }: Server) => {
    const response = await fetch(`${url}${PATH}`, { headers: connection(0) });
    return response.text();
  };

  await using fleet = openFleet(place);
  const portal = await fleet.start('portal');
  const body = await read(portal);
  const bare = await fleet.start('bare', { BENCH_BODY: body });
  const [hand, adapter] = [await fleet.start('byHand'), await fleet.start('adapter')];
  // Only servers with the same response are comparable.
  for (const server of [bare, hand, adapter]) deepEqual(JSON.parse(await read(server)), JSON.parse(body));

  const rest: Aim = { path: PATH, connection };
  const figures = await compete(
    [
      { name: 'a  bare Fastify, same bytes', server: bare, aim: rest },
      { name: 'b  handwritten Fastify and postgres.js', server: hand, aim: rest },
      { name: 'c  ours, REST', server: portal, aim: rest },
      { name: 'd  ours, tRPC', server: portal, aim: { path: '/trpc/visibility.scores', connection } },
      { name: 'e  our router, trpc-to-openapi adapter', server: adapter, aim: rest },
    ],
    pace,
  );
  const onServer = place.kind === 'PostgreSQL';
  return {
    title: `GET ${PATH}, signed in, ${body.length} bytes`,
    figures,
    targets: [
      atLeast('c at least 1.8 times b', 1.8, ratio(figures, 'c', 'b'), onServer),
      atLeast('c at least twice e', 2, ratio(figures, 'c', 'e'), onServer),
    ],
  };
};
