import { setTimeout as pause } from 'node:timers/promises';
import { LOADED, secrets } from '../environment.ts';
import { startHelper } from '../helper-process.ts';
import { type Client, seedClients, signedIn } from '../neighbours/clients.ts';
import { latencyLine, openOnlookers } from '../neighbours/onlookers.ts';
import { cpuSeconds, residentMemory } from '../proc.ts';
import { settle } from '../seed.ts';
import { PORTAL, startProcess } from '../started.ts';
import { atMost, type Section } from './section.ts';

const GOOGLE = new URL('../connections/small-google.ts', import.meta.url);
const CLIENTS = { usual: 100, quick: 3 };
const NEIGHBOURS = 10;
const LOOK_EVERY = 2000;
/** Milliseconds for each client. */
const TIMEOUT = 120_000;

interface Google {
  url: string;
  serviceAccount: { client_email: string; private_key: string };
}

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

/** Connects each client with its property and its site. */
async function connectAll(portal: Portal, { serviceAccount }: Google, clients: Client[]) {
  for (const [at, client] of clients.entries())
    for (const [kind, property] of [
      ['google_analytics', `properties/${at + 1}`],
      ['search_console', `sc-domain:client-${at + 1}.example`],
    ])
      await call(portal, client, '/api/connections', { kind, property, serviceAccount });
}

/** Waits until all that tools have of the clients is stored, and returns how many rows that is. */
async function allRead(portal: Portal, clients: Client[]) {
  const end = performance.now() + TIMEOUT * clients.length;
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

/** What a year of Google Analytics and 16 months of Search Console of many clients take, and what others notice. */
export const connections: Section = async (place, _pace, quick, { clients: chosen }) => {
  const count = chosen ?? (quick ? CLIENTS.quick : CLIENTS.usual);
  const { clients, neighbours } = await place.prepare(async (database) => {
    const made = { clients: await seedClients(database, count), neighbours: await seedClients(database, NEIGHBOURS) };
    await settle(database);
    return made;
  });
  await using google = await startHelper<Google>(GOOGLE, String(count));
  const settings = { GOOGLE_API_BASE: google.url, SEED_DEMO: 'false' };
  const variables = { ...secrets(), ...LOADED, ...(await place.variables()), ...settings };
  await using portal = await startProcess(PORTAL, variables);
  const onlookers = await openOnlookers(portal, neighbours);

  const before = { cpu: cpuSeconds(portal.pid), memory: residentMemory(portal.pid).all, google: google.cpu() };
  const calls = await google.count();
  const began = performance.now();
  let memory = before.memory;
  const reading = connectAll(portal, google, clients).then(() => allRead(portal, clients));
  const [beside, rows] = await onlookers.beside(reading, () => {
    memory = Math.max(memory, residentMemory(portal.pid).all);
  });
  const seconds = (performance.now() - began) / 1000;
  const cpu = cpuSeconds(portal.pid) - before.cpu;
  const googles = google.cpu() - before.google;
  const [alone, cpuOfSecond] = await onlookers.alone();
  const reads = cpu - cpuOfSecond * seconds;
  return {
    title: `Figures of Google of ${count} clients: a year of Analytics, 16 months of Search Console`,
    figures: [],
    lines: [
      latencyLine('goals of others, beside the reading', beside),
      latencyLine('the same, alone afterwards', alone),
    ],
    notes: [
      `${rows} records in ${Math.round(seconds)} s by ${(await google.count()) - calls} calls of a small Google on this machine, which took ${googles.toFixed(1)} s of CPU.`,
      `CPU of the portal ${cpu.toFixed(1)} s; without that of the others, ${reads.toFixed(1)} s, ${((reads * 1000) / count).toFixed(0)} ms a client.`,
      `Memory of the portal ${Math.round(before.memory)} MiB before, ${Math.round(memory)} MiB at most.`,
    ],
    targets: [atMost('p99 of others beside it: at most 250 ms', 250, beside.p99, place.kind === 'PostgreSQL')],
  };
};
