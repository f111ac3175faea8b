import { setTimeout as pause } from 'node:timers/promises';
import { secrets } from '../environment.ts';
import { childrenOf, residentMemory } from '../proc.ts';
import { median } from '../rounds.ts';
import { BARE, PORTAL, startProcess } from '../started.ts';
import { atMost, type Section } from './section.ts';

/** Milliseconds after which a portal that nobody asks is idle. */
const IDLE = 20_000;

type Memory = ReturnType<typeof residentMemory>;

async function idle(file: string, variables: Record<string, string> = {}) {
  await using started = await startProcess(file, variables);
  await pause(IDLE);
  return [started.pid, ...childrenOf(started.pid)].map(residentMemory);
}

/** The resident memory of processes that nobody asks, on PostgreSQL. */
export const memory: Section = async (place, { rounds }) => {
  // Of its own: deliveries that another section left behind keep a portal busy.
  const own = await place.another();
  await own.prepare(async () => {});
  const variables = { ...secrets(), ...(await own.variables()) };
  const seen = new Map<string, Memory[]>();
  const add = (name: string, one: Memory | undefined) => one && seen.set(name, [...(seen.get(name) ?? []), one]);

  // The first start compiles, and keeps more memory than later ones.
  await (await startProcess(PORTAL, { ...variables, SEED_DEMO: 'false' }))[Symbol.asyncDispose]();
  for (let round = 0; round < Math.min(3, rounds); round++) {
    add('bare Fastify', (await idle(BARE))[0]);
    const [portal, insights] = await idle(PORTAL, { ...variables, SEED_DEMO: 'false' });
    add('portal', portal);
    add('insights service', insights);
  }
  await own.drop();
  const of = (name: string, part: keyof Memory) => median((seen.get(name) ?? []).map((one) => one[part]));
  const applies = place.kind === 'PostgreSQL';
  return {
    title: `Resident memory ${IDLE / 1000} s after the start, MiB`,
    figures: [],
    lines: [...seen.keys()].map((name) => ({
      '': name,
      all: of(name, 'all'),
      'its own': of(name, 'anonymous'),
      'of files, shared': of(name, 'file'),
    })),
    targets: [
      atMost('portal: at most 170 MiB', 170, of('portal', 'all'), applies),
      atMost('insights service: at most 70 MiB', 70, of('insights service', 'all'), applies),
    ],
  };
};
