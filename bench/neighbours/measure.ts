import { once } from 'node:events';
import { setInterval } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openFleet, type Server } from '../fleet.ts';
import type { Place } from '../place.ts';
import type { Attack } from './attack.ts';
import type { AttackerData, AttackerReport } from './attacker.ts';
import type { Seen } from './bounds.ts';
import { type Ask, address, openCaller } from './caller.ts';
import { type Client, signedIn } from './clients.ts';
import { probe } from './probe.ts';

/** Seconds of the phases. An attack that ends by itself has `atMost`. */
export interface Phases {
  warmUp: number;
  alone: number;
  beside: number;
  atMost: number;
}

/** Those who attack, with what was prepared for them, and their neighbours. */
export interface Parties {
  clients: Client[];
  prepared: string[];
  neighbours: Client[];
}

const goals = (client: Client): Ask => ({ path: '/api/dashboard/goals', headers: signedIn(client) });

/** Starts the thread of an attack, ready to begin. */
async function startAttacker(workerData: AttackerData) {
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData });
  const heard = async () => {
    const [report] = (await once(worker, 'message')) as [AttackerReport];
    return report;
  };
  await heard();
  return {
    /** Begins the attack and returns its counts at its end. */
    async begin() {
      const report = heard();
      worker.postMessage('begin');
      const counted = await report;
      if (counted === 'ready') throw new Error('The attacker reported twice that it was ready.');
      return counted;
    },
    end: () => worker.postMessage('end'),
    close: () => worker.terminate(),
  };
}

/** Watches the server during work: by how much its resident memory grew at most, in MiB, and how busy its thread was. */
async function watching<T>({ resident, thread }: Server, work: () => Promise<T>) {
  const [began, before] = [await thread(), await resident()];
  let most = before;
  const over = new AbortController();
  const watch = async () => {
    for await (const _ of setInterval(250, undefined, { signal: over.signal })) most = Math.max(most, await resident());
  };
  const watched = watch().catch(() => {});
  const result = await work().finally(() => {
    over.abort();
    return watched;
  });
  const ended = await thread();
  const busy = { ran: ended.ran - began.ran, waited: ended.waited - began.waited };
  return { result, growth: Math.max(most, await resident()) - before, busy };
}

/**
 * Measures requests of neighbours on a portal of their own, without the attack and then beside it.
 *
 * @throws NotPossible
 */
export async function measure(
  attack: Attack,
  { clients, prepared, neighbours }: Parties,
  { place, phases, quick }: { place: Place; phases: Phases; quick: boolean },
): Promise<Seen> {
  const settings = await attack.settings?.(place);
  await using fleet = openFleet(place);
  const server = await fleet.start('portal', settings);
  const caller = openCaller(server.url, attack.patience ?? 10_000);
  const ask = attack.neighbour ?? goals;
  let sent = 0;
  const nextAsk = (): Ask => {
    const client = neighbours[sent % neighbours.length];
    if (!client) throw new Error('There are no neighbours.');
    const { headers, ...rest } = ask(client, sent);
    // Each call has an address of its own; the attackers have the first.
    return { ...rest, headers: { ...headers, 'x-forwarded-for': address(++sent) } };
  };
  const { every = 20 } = attack;
  const during = (over: () => boolean) => probe(caller.call, nextAsk, { every, over });
  const lasting = (seconds: number) => {
    const end = performance.now() + seconds * 1000;
    return () => performance.now() >= end;
  };

  const attacker = await startAttacker({ name: attack.name, url: server.url, clients, prepared, quick });
  try {
    await during(lasting(phases.warmUp));
    const alone = await during(lasting(phases.alone));

    const late = lasting(attack.ends ? phases.atMost : phases.beside);
    const { result, growth, busy } = await watching(server, () => {
      let ended = false;
      const counting = attacker.begin().finally(() => {
        ended = true;
      });
      return Promise.all([during(() => late() || ended).finally(attacker.end), counting]);
    });
    const [beside, counted] = result;
    return { alone, beside, ...counted, growth, busy };
  } finally {
    caller.close();
    await attacker.close();
  }
}
