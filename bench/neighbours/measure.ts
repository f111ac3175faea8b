import { setInterval } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openShippedHaproxy } from '../fleet/programs.ts';
import { openFleet, type Server } from '../fleet.ts';
import type { Place } from '../place.ts';
import type { Attack } from './attack.ts';
import type { AttackerData, AttackerReport, Counted } from './attacker.ts';
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

/** The attackers, the data prepared for them, and their neighbours. */
export interface Parties {
  clients: Client[];
  prepared: string[];
  neighbours: Client[];
}

const goals = (client: Client): Ask => ({ path: '/api/dashboard/goals', headers: signedIn(client) });

/** Starts the thread of an attack, ready to begin. */
async function startAttacker(workerData: AttackerData) {
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData });
  const [ready, effective] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const counted = Promise.withResolvers<Counted>();
  for (const { promise } of [ready, effective, counted]) promise.catch(() => {});
  worker
    .on('message', (report: AttackerReport) => {
      if (report === 'ready') ready.resolve();
      else if (report === 'effective') effective.resolve();
      else counted.resolve(report);
    })
    .on('error', (error) => {
      for (const { reject } of [ready, effective, counted]) reject(error);
    });
  await ready.promise;
  return {
    begin: () => worker.postMessage('begin'),
    /** Resolves when the attack has had its first effect. */
    effective: effective.promise,
    /** The counts of the attacker, once it has ended. */
    counted: counted.promise,
    end: () => worker.postMessage('end'),
    close: () => worker.terminate(),
  };
}

/**
 * Watches the server during work: by how much its resident memory grew at most, in MiB, and how busy its thread was.
 */
async function watching<T>({ resident, thread, watch }: Server, work: () => Promise<T>) {
  watch();
  const [began, before] = [await thread(), await resident()];
  let most = before;
  const over = new AbortController();
  const sample = async () => {
    for await (const _ of setInterval(250, undefined, { signal: over.signal })) most = Math.max(most, await resident());
  };
  const sampled = sample().catch(() => {});
  const result = await work().finally(() => {
    over.abort();
    return sampled;
  });
  const ended = await thread();
  const busy = { ran: ended.ran - began.ran, waited: ended.waited - began.waited, longest: ended.longest };
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
  { place, phases, quick, proxy }: { place: Place; phases: Phases; quick: boolean; proxy: boolean },
): Promise<Seen> {
  const settings = await attack.settings?.(place);
  await using fleet = openFleet(place);
  const server = await fleet.start('portal', settings);
  await using door = proxy ? await openShippedHaproxy(server.url) : undefined;
  const url = door?.url ?? server.url;
  // The proxy counts connections by address: neighbours have one of their own.
  const caller = openCaller(url, attack.timeout ?? 10_000, proxy ? '127.0.0.3' : undefined);
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

  const attacker = await startAttacker({ name: attack.name, url, clients, prepared, quick });
  try {
    await during(lasting(phases.warmUp));
    const alone = await during(lasting(phases.alone));

    const { result, growth, busy } = await watching(server, () => {
      const [tooLate, seconds] = [lasting(phases.atMost), attack.ends ? phases.atMost : phases.beside];
      let over = tooLate;
      const shorten = (end: () => boolean) => {
        over = () => tooLate() || end();
      };
      attacker.begin();
      attacker.effective.then(
        () => shorten(lasting(seconds)),
        () => shorten(() => true),
      );
      const end = () => shorten(() => true);
      attacker.counted.then(end, end);
      return Promise.all([during(() => over()).finally(attacker.end), attacker.counted]);
    });
    const [beside, counted] = result;
    return { alone, beside, ...counted, growth, busy };
  } finally {
    caller.close();
    await attacker.close();
  }
}
