import { deepEqual } from 'node:assert/strict';
import { openFleet, type Server } from '../fleet.ts';
import type { Aim } from '../load.ts';
import { compete } from '../rounds.ts';
import { seedOrganization, seedPeople, settle } from '../seed.ts';
import { atLeast, atMost, cpuRatio, ratio, type Section } from './section.ts';

const PATH = '/api/visibility/scores';
const TENANTS = 50;
const BATCH = 10;

/** A tRPC batch of the same call. */
const BATCHED = `/trpc/${Array(BATCH).fill('visibility.scores').join()}?batch=1`;

/** The signed-in read of the latest scores, about 2 KB, of many organizations in turn. */
export const scores: Section = async (place, pace) => {
  const inTurn = await place.prepare(async (database) => {
    const made = [];
    while (made.length < TENANTS) made.push(...(await seedPeople(database, await seedOrganization(database), 1)));
    await settle(database);
    return made.map(({ cookie }) => ({ cookie }));
  });
  const read = async ({ url }: Server, path = PATH) => {
    const response = await fetch(`${url}${path}`, { headers: inTurn[0] ?? {} });
    return response.text();
  };

  await using fleet = openFleet(place);
  const portal = await fleet.start('portal');
  const body = await read(portal);
  const bare = await fleet.start('bare', { BENCH_BODY: body });
  const [hand, adapter] = [await fleet.start('byHand'), await fleet.start('adapter')];
  const remembered = await fleet.start('byHandRemembered');
  // Only servers with the same response are comparable.
  for (const server of [bare, hand, remembered, adapter]) deepEqual(JSON.parse(await read(server)), JSON.parse(body));

  const rest: Aim = { path: PATH, inTurn };
  const figures = await compete(
    [
      { name: 'a  bare Fastify, same bytes', server: bare, aim: rest },
      { name: 'b  handwritten Fastify and postgres.js', server: hand, aim: rest },
      { name: 'g  the same, scores kept in memory', server: remembered, aim: rest },
      { name: 'c  portal, REST', server: portal, aim: rest },
      { name: 'd  portal, tRPC', server: portal, aim: { path: '/trpc/visibility.scores', inTurn } },
      { name: `f  portal, tRPC, batches of ${BATCH}`, server: portal, aim: { path: BATCHED, inTurn } },
      { name: 'e  same router, trpc-to-openapi adapter', server: adapter, aim: rest },
    ],
    pace,
  );
  const onServer = place.kind === 'PostgreSQL';
  return {
    title: `GET ${PATH}, signed in, ${TENANTS} organizations, ${body.length} bytes`,
    figures,
    targets: [
      atLeast('c at least 1.8 times b', 1.8, ratio(figures, 'c', 'b'), onServer),
      atMost('CPU of c at most that of g', 1, cpuRatio(figures, 'c', 'g'), onServer),
      atLeast('c at least twice e', 2, ratio(figures, 'c', 'e'), onServer),
      atLeast('c at least 0.28 times a', 0.28, ratio(figures, 'c', 'a'), onServer),
      atLeast('d at least 0.85 times c', 0.85, ratio(figures, 'd', 'c'), onServer),
      atLeast(`calls in f at least 3 times d`, 3, BATCH * ratio(figures, 'f', 'd'), onServer),
    ],
  };
};
