import { setTimeout as pause } from 'node:timers/promises';
import { startGoogleOfClients } from '../connections/small-google.ts';
import { LOADED, secrets } from '../environment.ts';
import { address, openCaller } from '../neighbours/caller.ts';
import { type Client, seedClients, signedIn } from '../neighbours/clients.ts';
import { type Latency, probe } from '../neighbours/probe.ts';
import { cpuSeconds, residentMemory } from '../proc.ts';
import { settle } from '../seed.ts';
import { PORTAL, startProcess } from '../started.ts';
import { atMost, type Section } from './section.ts';

const CLIENTS = { usual: 100, quick: 3 };
const NEIGHBOURS = 10;
/** Milliseconds between requests of neighbours, and seconds of those before anything is read. */
const PACE = { every: 50, alone: 5 };
const LOOK_EVERY = 2000;
const TIMEOUT = 3 * 3_600_000;

interface Connected {
  status: string;
  lastSyncAt: string | null;
  rows: number;
  cause: string | null;
}

type Portal = Awaited<ReturnType<typeof startProcess>>;

async function call<Data>({ url }: Portal, client: Client, path: string, body?: object) {
  const headers = { ...signedIn(client), 'content-type': 'application/json', origin: url };
  const answer = await fetch(url + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: Data }).data;
}

/** Waits until all that tools have of the clients is stored, and returns how many rows that is. */
async function allRead(portal: Portal, clients: Client[]) {
  const end = performance.now() + TIMEOUT;
  let rows = 0;
  for (const client of clients)
    for (;;) {
      const found = await call<Connected[]>(portal, client, '/api/connections');
      const failed = found.find(({ status }) => status !== 'syncing' && status !== 'connected');
      if (failed) throw new Error(`A connection is ${failed.status}: ${failed.cause}`);
      if (found.every(({ status, lastSyncAt }) => status === 'connected' && lastSyncAt)) {
        for (const one of found) rows += one.rows;
        break;
      }
      if (performance.now() > end) throw new Error('The past was not read in time.');
      await pause(LOOK_EVERY);
    }
  return rows;
}

const latencyLine = (name: string, { requests, failures, p50, p99, slowest }: Latency) => ({
  '': name,
  requests,
  failed: failures,
  'p50 ms': p50,
  'p99 ms': p99,
  'slowest ms': slowest,
});

/** What a year of Google Analytics and 16 months of Search Console of many clients take, and what others notice. */
export const connections: Section = async (place, _pace, quick, { clients: chosen }) => {
  const count = chosen ?? (quick ? CLIENTS.quick : CLIENTS.usual);
  const { clients, neighbours } = await place.prepare(async (database) => {
    const made = { clients: await seedClients(database, count), neighbours: await seedClients(database, NEIGHBOURS) };
    await settle(database);
    return made;
  });
  const google = await startGoogleOfClients(count);
  try {
    const settings = { GOOGLE_API_BASE: google.url, SEED_DEMO: 'false' };
    await using portal = await startProcess(PORTAL, {
      ...secrets(),
      ...LOADED,
      ...(await place.variables()),
      ...settings,
    });
    const caller = openCaller(portal.url, 10_000);
    let sent = 0;
    const ask = () => {
      const headers = {
        ...signedIn(neighbours[sent % NEIGHBOURS] ?? { cookie: '' }),
        'x-forwarded-for': address(++sent),
      };
      return { path: '/api/dashboard/goals', headers };
    };
    const during = (over: () => boolean) => probe(caller.call, ask, { every: PACE.every, over });
    const until = performance.now() + PACE.alone * 1000;
    const alone = await during(() => performance.now() >= until);

    const before = { cpu: cpuSeconds(portal.pid), memory: residentMemory(portal.pid).all, calls: google.calls() };
    const began = performance.now();
    for (const [at, client] of clients.entries())
      for (const body of google.connectionsOf(at + 1)) await call(portal, client, '/api/connections', body);
    let [rows, memory]: [number | undefined, number] = [undefined, before.memory];
    const read = allRead(portal, clients).then((count) => {
      rows = count;
    });
    const over = () => {
      memory = Math.max(memory, residentMemory(portal.pid).all);
      return rows !== undefined;
    };
    const [beside] = await Promise.all([during(over), read]);
    caller.close();
    const seconds = Math.round((performance.now() - began) / 1000);
    const cpu = cpuSeconds(portal.pid) - before.cpu;
    return {
      title: `Figures of Google of ${count} clients: a year of Analytics, 16 months of Search Console`,
      figures: [],
      lines: [latencyLine('goals of others, alone', alone), latencyLine('the same, beside the reading', beside)],
      notes: [
        `${rows} records in ${seconds} s by ${google.calls() - before.calls} calls of a small Google on this machine.`,
        `CPU of the portal ${cpu.toFixed(1)} s, ${((cpu * 1000) / count).toFixed(0)} ms a client; memory ${Math.round(before.memory)} MiB before, ${Math.round(memory)} MiB at most.`,
      ],
      targets: [atMost('p99 of others beside it: at most 250 ms', 250, beside.p99, place.kind === 'PostgreSQL')],
    };
  } finally {
    await google.close();
  }
};
