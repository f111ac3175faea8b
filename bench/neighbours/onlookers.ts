import { setTimeout as pause } from 'node:timers/promises';
import { cpuSeconds } from '../proc.ts';
import { address, openCaller } from './caller.ts';
import { type Client, signedIn } from './clients.ts';
import { type Latency, probe } from './probe.ts';

/** Milliseconds between requests, and how long they are sent before the work and after it. */
const PACE = { every: 50, before: 3000, after: 15_000 };
const LOOK_EVERY = 500;

/** Clients that read their goals all the time: what they notice of the work of others, and what they cost. */
export async function openOnlookers({ url, pid }: { url: string; pid: number }, clients: Client[]) {
  const caller = openCaller(url, 10_000);
  let sent = 0;
  const ask = () => {
    const headers = {
      ...signedIn(clients[sent % clients.length] ?? { cookie: '' }),
      'x-forwarded-for': address(++sent),
    };
    return { path: '/api/dashboard/goals', headers };
  };
  const until = (over: () => boolean) => probe(caller.call, ask, { every: PACE.every, over });
  const forMilliseconds = (time: number) => {
    const end = performance.now() + time;
    return until(() => performance.now() >= end);
  };

  await forMilliseconds(PACE.before);
  return {
    /** Reads beside some work until that has ended, looking at the portal all the while. */
    async beside<Done>(work: Promise<Done>, look: () => unknown): Promise<[Latency, Done]> {
      let over = false;
      const end = work.finally(() => {
        over = true;
      });
      const looking = (async () => {
        for (; !over; await pause(LOOK_EVERY)) await look();
      })();
      const [latency, done] = await Promise.all([until(() => over), end, looking]);
      return [latency, done];
    },
    /**
     * Reads when the work is done, when the portal is warm, and ends. Returns the CPU seconds of a second of that too.
     */
    async alone(): Promise<[Latency, number]> {
      const cpu = cpuSeconds(pid);
      const began = performance.now();
      const latency = await forMilliseconds(PACE.after);
      caller.close();
      return [latency, (1000 * (cpuSeconds(pid) - cpu)) / (performance.now() - began)];
    },
  };
}

export const latencyLine = (name: string, { requests, failures, p50, p99, slowest }: Latency) => ({
  '': name,
  requests,
  failed: failures,
  'p50 ms': p50,
  'p99 ms': p99,
  'slowest ms': slowest,
});
