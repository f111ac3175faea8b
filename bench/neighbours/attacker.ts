import { parentPort, workerData } from 'node:worker_threads';
import type { Stage } from './attack.ts';
import { ATTACKS } from './attacks.ts';
import { address, openCaller } from './caller.ts';
import type { Client } from './clients.ts';

// The attacking side, in a thread of its own so that its work does not delay the requests of the neighbours.

/** The input of the thread. */
export interface AttackerData {
  name: string;
  url: string;
  clients: Client[];
  prepared: string[];
  quick: boolean;
}

export interface Counted {
  counts: Record<string, number>;
  /** Bytes of the largest answer. */
  largest: number;
}

/** The messages of the thread: ready, first effect, and its counts at the end. */
export type AttackerReport = 'ready' | 'effective' | Counted;

const { name, url, clients, prepared, quick } = workerData as AttackerData;
const attack = ATTACKS.find((one) => one.name === name);
if (!attack || !parentPort) throw new Error('Started by bench/neighbours/measure.ts with the name of an attack.');

const TIMEOUT = 60_000;
const port = parentPort;
const over = new AbortController();
const caller = openCaller(url, TIMEOUT);
const counts: Record<string, number> = {};
let largest = 0;

const report = (message: AttackerReport) => port.postMessage(message);
const count = (what: string) => {
  if (Object.keys(counts).length === 0) report('effective');
  counts[what] = (counts[what] ?? 0) + 1;
};
const nth = <Item>(items: Item[], n: number): Item => {
  const item = items[n % items.length];
  if (item === undefined) throw new Error(`The attack “${name}” has not prepared this.`);
  return item;
};

const stage: Stage = {
  url,
  quick,
  signal: over.signal,
  count,
  client: (n) => nth(clients, n),
  prepared: (n) => nth(prepared, n),
  async call(ask) {
    const headers = { 'x-forwarded-for': address(0), ...ask.headers };
    const answer = await caller.call({ ...ask, headers });
    if (over.signal.aborted) return answer;
    count(answer.status === 0 ? 'none' : String(answer.status));
    largest = Math.max(largest, answer.bytes);
    return answer;
  },
};

port.on('message', async (order: 'begin' | 'end') => {
  if (order === 'end') {
    over.abort();
    caller.close();
    return;
  }
  await attack.run(stage);
  report({ counts, largest });
});
report('ready');
