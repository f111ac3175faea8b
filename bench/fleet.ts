import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { LOADED, secrets } from './environment.ts';
import type { Place } from './place.ts';

export type Kind =
  | 'bare'
  | 'byHand'
  | 'byHandRemembered'
  | 'portal'
  | 'portalWithInsights'
  | 'portalWithSweeps'
  | 'adapter';

export interface Server {
  url: string;
  /** CPU time of the process since its start, in microseconds. */
  cpu: () => Promise<number>;
  /** Peak memory, in MiB. */
  peak: () => Promise<number>;
  thread: () => Promise<Thread>;
  /** Begins to watch for long turns of the event loop. */
  watch: () => void;
  /** Resident memory now, in MiB. */
  resident: () => Promise<number>;
}

/**
 * How long a main thread has run and has waited for a processor, in milliseconds; NaN where unknown, as on other
 * systems than Linux.
 */
interface Thread {
  ran: number;
  waited: number;
  /** The longest turn of the event loop since the watch began, without waiting. */
  longest: number;
}

/** What bench/server.ts reports. */
interface Usage {
  cpu: number;
  peakKiB: number;
  residentBytes: number;
  thread: Thread;
}

const ENTRY = new URL('./server.ts', import.meta.url);
const RESULTS = new URL('./results/', import.meta.url);
const LOG = new URL('servers.log', RESULTS);
const START = 30_000;
// As in `npm start`.
const HEAP = '--max-old-space-size=1024';

mkdirSync(RESULTS, { recursive: true });
writeFileSync(LOG, '');

async function message<T>(child: ChildProcess): Promise<T> {
  const heard = new AbortController();
  const signal = AbortSignal.any([heard.signal, AbortSignal.timeout(START)]);
  const ended = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('A server under load exited.')));
  const said = once(child, 'message', { signal }).then(([first]) => first as T);
  return Promise.race([said, ended]).finally(() => heard.abort());
}

/** Manages the servers of one section; disposal stops them. */
export function openFleet(place: Place) {
  const keys = secrets();
  const children: ChildProcess[] = [];
  const log = openSync(LOG, 'a');
  return {
    async start(kind: Kind, more: Record<string, string> = {}): Promise<Server> {
      const env = { PATH: process.env.PATH, ...keys, ...LOADED, ...(await place.variables()), ...more };
      const stdio = ['ignore', log, 'inherit', 'ipc'] as const;
      const child = fork(ENTRY, [kind], { env, stdio: [...stdio], execArgv: [...process.execArgv, HEAP] });
      children.push(child);
      const { url } = await message<{ url: string }>(child);
      const usage = async () => {
        const answer = message<Usage>(child);
        child.send('usage');
        return answer;
      };
      return {
        url,
        cpu: async () => (await usage()).cpu,
        peak: async () => (await usage()).peakKiB / 1024,
        watch: () => child.send('watch'),
        thread: async () => (await usage()).thread,
        resident: async () => (await usage()).residentBytes / 1024 ** 2,
      };
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const gone = once(child, 'exit');
        // They exit on disconnect, which also writes a profile under --cpu-prof.
        child.disconnect();
        await gone;
      }
      closeSync(log);
    },
  };
}
