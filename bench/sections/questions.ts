import { openFleet } from '../fleet.ts';
import { CONNECTIONS } from '../load.ts';
import { bareFastify } from '../reference.ts';
import { compete } from '../rounds.ts';
import { seedOrganization, seedPeople, settle } from '../seed.ts';
import { atMost, type Section } from './section.ts';

const PATH = '/api/insights/query';
const ALONE = 'one at a time';

/** Scoring and playbook through the portal and its insights service, each call logged, by one and by many people. */
export const questions: Section = async (place, pace) => {
  const people = await place.prepare(async (database) => {
    const made = [];
    while (made.length < CONNECTIONS) made.push(...(await seedPeople(database, await seedOrganization(database), 1)));
    await settle(database);
    return made;
  });

  await using fleet = openFleet(place);
  const server = await fleet.start('portalWithInsights');
  let sent = 0;
  const aimOf = (type: string, connections?: number) => ({
    method: 'POST' as const,
    path: PATH,
    request: () => ({
      headers: { cookie: people[sent++ % people.length]?.cookie ?? '' },
      body: JSON.stringify({ type }),
    }),
    ...(connections && { connections }),
  });
  const figures = await compete(
    [
      { name: `scoring, ${ALONE}`, server, aim: aimOf('scoring', 1) },
      { name: `playbook, ${ALONE}`, server, aim: aimOf('playbook', 1) },
      { name: `scoring, ${CONNECTIONS} at once`, server, aim: aimOf('scoring') },
      { name: `playbook, ${CONNECTIONS} at once`, server, aim: aimOf('playbook') },
      await bareFastify(fleet),
    ],
    pace,
  );
  const onServer = place.kind === 'PostgreSQL';
  return {
    title: `POST ${PATH}, with the bundled insights service`,
    figures,
    targets: [
      // With more callers than cores, the time measures the queue.
      ...figures
        .filter(({ name }) => name.endsWith(ALONE))
        .map(({ name, p99 }) => atMost(`${name}: p99 under 50 ms`, 50, p99, true)),
      atMost('scoring, CPU of the portal in µs', 1200, figures[0]?.cpu ?? Number.NaN, onServer),
    ],
  };
};
