import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { migrate } from '../../db/migrate.ts';
import type { Pace } from '../flags.ts';
import { openFleet, type Server } from '../fleet.ts';
import { address, openCaller } from '../neighbours/caller.ts';
import { type Client, seedClients, signedIn } from '../neighbours/clients.ts';
import { type Latency, probe } from '../neighbours/probe.ts';
import { seedLargeClient, seedManyClients, seedOperator } from '../operator/seed.ts';
import type { Place } from '../place.ts';
import { compete } from '../rounds.ts';
import { settle } from '../seed.ts';
import { atMost, type Section, type Target } from './section.ts';

const FEW = 10;
/** The same number of rows, however many clients there are. */
const LIST = ['name', '-score', 'score', '-lastActive'].map(
  (sort) => `/api/operator/clients?limit=${FEW}&sort=${sort}`,
);

const NEIGHBOURS = 20;
/** Milliseconds between two requests of the neighbours. */
const EVERY = 20;
/** The longest export or erasure, in milliseconds. */
const TIMEOUT = 3_600_000;

/** The operator’s list of clients, among few and among many. */
async function lists(place: Place, pace: Pace, many: number) {
  const [small, large] = [await place.another(), await place.another()];
  try {
    const contenders = [];
    await using fleets = new AsyncDisposableStack();
    for (const [at, clients] of [
      [small, FEW],
      [large, many],
    ] as const) {
      const { cookie } = await at.prepare(async (database) => {
        await migrate(database);
        const person = await seedOperator(database);
        await seedManyClients(database, clients - 1);
        await settle(database);
        return person;
      });
      let sent = 0;
      const request = () => ({ path: LIST[sent++ % LIST.length] ?? '', headers: { cookie } });
      const server = await fleets.use(openFleet(at)).start('portal');
      const name = `portal, list of clients among ${clients.toLocaleString('en')}`;
      contenders.push({ name, server, aim: { path: '/api', request } });
    }
    return await compete(contenders, pace);
  } finally {
    await Promise.all([small.drop(), large.drop()]);
  }
}

interface Work {
  seconds: number;
  latency: Latency;
  /** The most resident memory meanwhile, in MiB. */
  memory: number;
}

/** Measures neighbours until work is done. */
async function beside(server: Server, neighbours: Client[], isDone: () => Promise<boolean>): Promise<Work> {
  const caller = openCaller(server.url, 10_000);
  const began = performance.now();
  let [over, sent, memory] = [false, 0, 0];
  const ask = () => {
    const client = neighbours[sent % neighbours.length];
    if (!client) throw new Error('There are no neighbours.');
    return { path: '/api/dashboard/goals', headers: { ...signedIn(client), 'x-forwarded-for': address(++sent) } };
  };
  const probing = probe(caller.call, ask, { every: EVERY, over: () => over });
  try {
    while (!(await isDone())) {
      if (performance.now() - began > TIMEOUT) throw new Error('The work is not done in time.');
      memory = Math.max(memory, await server.resident());
      await pause(250);
    }
  } finally {
    over = true;
    await probing.catch(() => {});
    caller.close();
  }
  return { seconds: (performance.now() - began) / 1000, latency: await probing, memory };
}

/** The export of a large client, and then its erasure, beside requests of others. */
async function archiveAndErase(place: Place, { seconds, records }: Pace) {
  const { operator, client, neighbours } = await place.prepare(async (database) => {
    const made = {
      operator: await seedOperator(database),
      client: await seedLargeClient(database, records),
      neighbours: await seedClients(database, NEIGHBOURS),
    };
    await settle(database);
    return made;
  });

  await using fleet = openFleet(place);
  const server = await fleet.start('portal');
  const headers = { cookie: operator.cookie, 'content-type': 'application/json' };
  const path = `${server.url}/api/operator/clients/${client.id}`;
  const call = async (method: string, verb: string, body?: object) => {
    const answer = await fetch(`${path}${verb}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok && answer.status !== 404) throw new Error(`${method} ${verb}: ${await answer.text()}`);
    return answer;
  };
  const lasting = (length: number) => {
    const end = performance.now() + length * 1000;
    return async () => performance.now() >= end;
  };
  await beside(server, neighbours, lasting(2));
  const alone = await beside(server, neighbours, lasting(seconds * 2));

  await call('POST', '/export');
  const exported = await beside(server, neighbours, async () => {
    const { data } = (await (await call('GET', '/exports')).json()) as { data: { status: string }[] };
    if (data[0]?.status === 'failed') throw new Error('The export failed.');
    return data[0]?.status === 'ready';
  });
  await call('POST', '/erase', { name: client.name });
  await place.prepare(async ({ accounts }) => {
    await accounts.execute(sql`update client_erasures set erase_at = now()`);
    await accounts.execute(sql`update pgboss.job set start_after = now() where name = 'client-erasures'`);
  });
  const erased = await beside(server, neighbours, async () => (await call('GET', '')).status === 404);
  return { alone, exported, erased };
}

/** The cost of operator pages and jobs, and their effect on other clients. */
export const operator: Section = async (place, pace, quick) => {
  const onServer = place.kind === 'PostgreSQL';
  const many = onServer && !quick ? 10_000 : 1000;
  const figures = await lists(place, pace, many);
  const [few, more] = figures.map(({ rate }) => rate);
  const cost = (few ?? 0) / (more ?? 0);
  const targets: Target[] = [
    atMost(
      `a page among ${many.toLocaleString('en')} clients costs at most 1.2 times one among ${FEW}`,
      1.2,
      cost,
      true,
    ),
  ];
  const title = `GET ${LIST[0]}; export and erasure of ${pace.records.toLocaleString('en')} records beside ${1000 / EVERY} requests a second`;
  // Other processes cannot reach the rows of an embedded database that is in use.
  if (!onServer) return { title, figures, targets, notes: ['Export and erasure are measured on a server only.'] };

  const { alone, exported, erased } = await archiveAndErase(place, pace);
  const growth = Math.max(exported.memory, erased.memory) - alone.memory;
  const line = (name: string, { seconds, latency, memory }: Work) => ({
    '': name,
    seconds,
    'others p50, ms': latency.p50,
    'others p99, ms': latency.p99,
    'others failed': latency.failures,
    'memory, MiB': memory,
  });
  const times = (work: Work) => work.latency.p99 / alone.latency.p99;
  targets.push(
    atMost('memory grows by at most 300 MiB', 300, growth, true),
    atMost('p99 of others beside the export: at most 3 times that alone', 3, times(exported), true),
    atMost('p99 of others beside the erasure: at most 3 times that alone', 3, times(erased), true),
  );
  return {
    title,
    figures,
    lines: [line('nothing else', alone), line('export', exported), line('erasure', erased)],
    targets,
  };
};
