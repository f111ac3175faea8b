import { openFleet, type Server } from '../fleet.ts';
import { CONNECTIONS } from '../load.ts';
import { bareFastify } from '../reference.ts';
import { compete, median } from '../rounds.ts';
import { seedOrganization, seedPeople, settle } from '../seed.ts';
import { atMost, type Section } from './section.ts';

const PAGES = '/api/cms/pages';
const PIECE = `## What an implant costs

One implant with its **crown** costs between $3,200 and $4,800. The [price](/prices) has three parts.

- the screw, which takes the place of the root
- the crown, which is the part that you see

![A model of an implant](/implant.jpg) You get a written price before anything is done.

`;

const text = (characters: number) => PIECE.repeat(Math.ceil(characters / PIECE.length)).slice(0, characters);

async function ask({ url }: Server, path: string, cookie: string, body?: object) {
  const began = performance.now();
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return performance.now() - began;
}

/** The milliseconds of consecutive reads until the work is done. */
async function readsBeside(work: Promise<unknown>, read: () => Promise<number>) {
  const times: number[] = [];
  let over = false;
  const done = work.finally(() => {
    over = true;
  });
  while (!over) times.push(await read());
  await done;
  return times.sort((a, b) => a - b);
}

/** Saves of short pages for many clients, and of the longest page during reads of another client. */
export const pages: Section = async (place, pace) => {
  const people = await place.prepare(async (database) => {
    const made: Awaited<ReturnType<typeof seedPeople>> = [];
    while (made.length < CONNECTIONS) made.push(...(await seedPeople(database, await seedOrganization(database), 1)));
    await settle(database);
    return made;
  });
  const cookieOf = (n: number) => people[n % people.length]?.cookie ?? '';

  await using fleet = openFleet(place);
  const server = await fleet.start('portal');
  const short = { title: 'What an implant costs', content: text(5000) };
  const body = JSON.stringify(short);
  // The first save includes the start of the threads.
  await ask(server, PAGES, cookieOf(0), short);
  let sent = 0;
  const aim = {
    method: 'POST',
    path: PAGES,
    request: () => ({ headers: { cookie: cookieOf(sent++) }, body }),
  } as const;
  const { ran } = await server.thread();
  const saved = sent;
  const figures = await compete([{ name: 'portal, 5,000 characters', server, aim }, await bareFastify(fleet)], pace);
  const mainThread = (1000 * ((await server.thread()).ran - ran)) / (sent - saved);

  const long = { title: 'All that there is to know', content: text(500_000) };
  const saves: number[] = [];
  const saving = async () => {
    for (let n = 0; n < pace.rounds; n++) saves.push(await ask(server, PAGES, cookieOf(0), long));
  };
  await saving();
  const reads = await readsBeside(saving(), () => ask(server, '/api/auth/account/profile', cookieOf(1)));
  const p99 = reads[Math.floor((reads.length - 1) * 0.99)] ?? Number.NaN;
  return {
    title: `POST ${PAGES}: render, sanitize, score and store with a version`,
    figures,
    times: { 'save of 500,000 characters': median(saves), 'concurrent read, p99': p99 },
    targets: [
      atMost('read during a save of 500,000 characters: p99 at most 100 ms', 100, p99, true),
      atMost('save of 5,000 characters, CPU of the main thread in µs', 1000, mainThread, place.kind === 'PostgreSQL'),
    ],
  };
};
