import { setTimeout as pause } from 'node:timers/promises';
import { LOADED, secrets } from '../environment.ts';
import { childrenOf, residentMemory } from '../proc.ts';
import { median } from '../rounds.ts';
import { seedDemoPeople } from '../seed.ts';
import { readRoutes } from '../soak/routes.ts';
import { PORTAL, startProcess } from '../started.ts';
import { atMost, type Section } from './section.ts';

const CONNECTIONS = 16;
const MINUTE = 60_000;
const SAMPLE = 10_000;
/** Minutes after which memory should not grow any more. */
const SETTLED = 5;
/** Samples whose median is a figure. */
const SAMPLES = 6;

/** Every read of the demo in turns, for a long time: what an answer is, and what grows. */
export const soak: Section = async (place, _pace, _quick, { minutes }) => {
  const data = await place.variables();
  const variables = { ...secrets(), ...LOADED, ...data, SEED_DEMO: 'true' };
  await (await startProcess(PORTAL, variables))[Symbol.asyncDispose]();
  const { people } = await place.prepare((database) => seedDemoPeople(database, CONNECTIONS), data.DATA_DIR);
  await using portal = await startProcess(PORTAL, variables);
  const [insights] = childrenOf(portal.pid);

  const answers = new Map<string, number>();
  const faults = new Map<string, number>();
  const count = (counts: Map<string, number>, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const ask = async (path: string, cookie: string) => {
    const response = await fetch(`${portal.url}${path}`, { headers: { cookie }, redirect: 'manual' });
    await response.arrayBuffer();
    return response.status;
  };
  const first = people[0]?.cookie ?? '';
  const routes = await readRoutes(portal.url, first);

  const until = performance.now() + minutes * MINUTE;
  let sent = 0;
  const load = Promise.all(
    people.map(async ({ cookie }) => {
      while (performance.now() < until) {
        const { route, path } = routes[sent++ % routes.length] ?? { route: '', path: '' };
        const status = await ask(path, cookie).catch(() => 0);
        count(answers, String(status));
        if (status < 200 || status >= 500) count(faults, `${route}: ${status || 'no answer'}`);
      }
    }),
  );
  const samples: { portal: number; insights: number }[] = [];
  while (performance.now() < until) {
    await pause(SAMPLE);
    samples.push({
      portal: residentMemory(portal.pid).all,
      insights: insights ? residentMemory(insights).all : 0,
    });
  }
  await load;

  const settled = Math.min(SETTLED, minutes / 2) * (MINUTE / SAMPLE);
  const of = (part: 'portal' | 'insights', from: number) =>
    median(samples.slice(from, from + SAMPLES).map((sample) => sample[part]));
  const last = Math.max(0, samples.length - SAMPLES);
  const failed = [...faults.values()].reduce((sum, one) => sum + one, 0);
  const moments = [0, ...Array.from({ length: 4 }, (_, n) => Math.round(((n + 1) * last) / 4))];
  return {
    title: `${routes.length} reads of the demo by ${CONNECTIONS} connections, ${minutes} minutes`,
    figures: [],
    lines: moments.map((at) => ({
      '': `after ${((at * SAMPLE) / MINUTE).toFixed(1)} minutes`,
      'portal, MiB': of('portal', at),
      'insights service, MiB': of('insights', at),
    })),
    notes: [
      `${sent} requests: ${[...answers].map(([status, times]) => `${times} of ${status}`).join(', ')}.`,
      ...[...faults].map(([what, times]) => `${what}: ${times}`),
    ],
    targets: [
      atMost(
        'memory of the portal at the end relative to that when it settled',
        1.1,
        of('portal', last) / of('portal', settled),
        true,
      ),
      atMost('answers other than 2xx, 3xx and 4xx', 0, failed, true),
    ],
  };
};
