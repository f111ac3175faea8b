import { secrets } from '../environment.ts';
import { median } from '../rounds.ts';
import { BARE, PORTAL, startProcess } from '../started.ts';
import { atMost, type Section } from './section.ts';

type Variables = Record<string, string>;

interface Start {
  name: string;
  /** CPU seconds. */
  target?: number;
  file: string;
  variables: () => Promise<Variables>;
}

const DEMO = { SEED_DEMO: 'true' };

async function startOnce({ file, variables }: Start) {
  await using started = await startProcess(file, await variables());
  return { milliseconds: started.milliseconds, cpu: started.cpu };
}

/** Starts in turns, to the first answer: on an existing database of each kind, and in an empty folder with the demo. */
export const start: Section = async (place, { rounds }) => {
  const keys = secrets();
  const folder = await place.emptyFolder();
  const portal = (name: string, target: number, variables: () => Promise<Variables>): Start => ({
    name,
    target,
    file: PORTAL,
    variables: async () => ({ ...keys, ...(await variables()) }),
  });
  const starts: Start[] = [
    { name: 'bare Fastify', file: BARE, variables: async () => ({}) },
    portal('existing folder', 2.5, async () => ({ ...DEMO, DATA_DIR: folder })),
    portal('empty folder, with the demo', 4, async () => ({ ...DEMO, DATA_DIR: await place.emptyFolder() })),
  ];
  if (place.kind === 'PostgreSQL')
    starts.push(portal('existing PostgreSQL', 1.3, async () => ({ SEED_DEMO: 'false', ...(await place.variables()) })));

  // The first makes the folder, and what Node compiles.
  for (const one of starts) await startOnce(one);
  const taken = starts.map((one) => ({ one, seen: [] as Awaited<ReturnType<typeof startOnce>>[] }));
  for (let round = 0; round < Math.min(3, rounds); round++)
    for (const { one, seen } of taken) seen.push(await startOnce(one));

  const figures = taken.map(({ one, seen }) => ({
    ...one,
    milliseconds: median(seen.map(({ milliseconds }) => milliseconds)),
    cpu: median(seen.map(({ cpu }) => cpu)),
  }));
  const [bare] = figures;
  return {
    title: 'Start to first response, the insights service included',
    figures: [],
    lines: figures.map(({ name, milliseconds, cpu }) => ({
      '': name,
      ms: Math.round(milliseconds),
      'CPU s': cpu.toFixed(2),
      'of bare Fastify': (cpu / (bare?.cpu ?? Number.NaN)).toFixed(1),
    })),
    targets: figures.flatMap(({ name, target, cpu }) =>
      target ? [atMost(`${name}: at most ${target} CPU s`, target, cpu, true)] : [],
    ),
  };
};
