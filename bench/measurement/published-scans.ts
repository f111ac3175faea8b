import { setTimeout as pause } from 'node:timers/promises';
import { chance } from '../../demo/data/chance.ts';
import { startEngine } from '../../demo/services/engines/server.ts';
import type { startProcess } from '../started.ts';
import { AT, type Call, register } from './caller.ts';
import { ENGINES, rateOfQuestion, SMALL_PLAN } from './plan.ts';

/** Points that are added to all rates of a client, run by run: five changes of nothing, two of 5 points, two of 10. */
const RAISED = [0, 0, 5, 5, 15, 15, 5, 5, 0, 0];
/** The rate of a question before that, at most: no raised rate is above 1, so that means move by all of the points. */
const HIGHEST = 0.85;
const AT_ONCE = 12;
const LOOK_EVERY = 1000;
const TIMEOUT = 20 * 60_000;

export const SCANS_OF_CLIENT = RAISED.length;

interface Point {
  low: number | null;
  high: number | null;
  change: { verdict: string } | null;
}

interface Question {
  rate: number;
  /** Where its draws begin: of a run and assistant they are the same whatever else happens. */
  seed: number;
}

interface Known {
  questions: Map<string, Question>;
  run: number;
}

/** Questions of a client, whose rates differ as Beta(2, 2) does. */
function questionsOf(client: number) {
  const draws = 3 + RAISED.length * ENGINES.length;
  return Array.from({ length: SMALL_PLAN.prompts }, (_, at): [string, Question] => {
    const seed = 500_000_000 + (client * SMALL_PLAN.prompts + at) * draws;
    let drawn = seed + draws - 3;
    return [`question ${at} of client ${client}`, { seed, rate: HIGHEST * rateOfQuestion(() => chance(drawn++)) }];
  });
}

/** Servers of the assistants that name a client by the known rates of its questions. */
export async function startKnownEngines() {
  const clients = new Set<Known>();
  const say = (engine: number) => (text: string) => {
    const known = [...clients].find(({ questions }) => questions.has(text));
    const { rate = 0, seed = 0 } = known?.questions.get(text) ?? {};
    const run = known?.run ?? 0;
    const isNamed = chance(seed + run * ENGINES.length + engine) < rate + (RAISED[run] ?? 0) / 100;
    return {
      text: isNamed ? 'Consider Sample or Example, which is good.' : 'Consider Sample.',
      sources: [],
      model: 'known',
    };
  };
  const servers = await Promise.all(ENGINES.map((engine, at) => startEngine({ engine, say: say(at) })));
  const settings: Record<string, string> = { ENGINE_CONCURRENCY: '16' };
  for (const [at, engine] of ENGINES.entries()) {
    settings[`ENGINE_${engine.toUpperCase()}_KEY`] = 'key-of-the-bench';
    settings[`ENGINE_${engine.toUpperCase()}_MODEL`] = 'known';
    settings[`ENGINE_${engine.toUpperCase()}_URL`] = servers[at]?.url ?? '';
  }
  return { settings, clients, close: () => Promise.all(servers.map((server) => server.close())) };
}

/** Runs the measurement once, over HTTP, until it has become a scan. */
async function publish(call: Call) {
  const { data: run } = await call('POST', `${AT}/runs`, {});
  for (const end = performance.now() + TIMEOUT; ; ) {
    await pause(LOOK_EVERY);
    const { data } = await call('GET', `${AT}/runs/${run.id}`);
    if (data.status === 'completed') return;
    if (data.finishedAt || performance.now() > end) throw new Error(`The run is ${data.status}.`);
  }
}

/** The published scans of a client whose rates are known, oldest first. */
async function scansOf(portal: Portal, { clients }: Engines, number: number) {
  const call = await register(portal, `known-${number}`);
  const known: Known = { questions: new Map(questionsOf(number)), run: 0 };
  clients.add(known);
  await call('PUT', AT, { readingsPerPrompt: SMALL_PLAN.readings });
  for (const text of known.questions.keys())
    await call('POST', `${AT}/prompts`, { text, queryMode: 'local_discovery' });
  for (known.run = 0; known.run < RAISED.length; known.run++) await publish(call);
  clients.delete(known);
  const { data } = await call<Point[]>('GET', `/api/visibility/aeo/history?limit=${RAISED.length}`);
  if (data.length !== RAISED.length) throw new Error(`${data.length} scans were published.`);
  return data;
}

type Portal = Awaited<ReturnType<typeof startProcess>>;
type Engines = Awaited<ReturnType<typeof startKnownEngines>>;

/** How often something is so, of how many times. */
export interface Share {
  times: number;
  of: number;
}

const add = (share: Share, isSo: boolean) => {
  share.times += Number(isSo);
  share.of += 1;
};

export const percentOf = ({ times, of }: Share) => Math.round((1000 * times) / of) / 10;

/**
 * Lets so many clients measure again and again over HTTP. Returns how often a published interval holds the rate that
 * questions of this kind have, and how often published changes are called moved, by the points of the true one.
 */
export async function publishScans(portal: Portal, engines: Engines, count: number) {
  const none = (): Share => ({ times: 0, of: 0 });
  const covered = none();
  const moved: Record<number, Share> = { 0: none(), 5: none(), 10: none() };
  let next = 0;
  const work = async () => {
    while (next < count)
      for (const [run, { low, high, change }] of (await scansOf(portal, engines, next++)).entries()) {
        const [raised = 0, before] = [RAISED[run], RAISED[run - 1]];
        const rate = 100 * (HIGHEST / 2) + raised;
        add(covered, low !== null && high !== null && low <= rate && rate <= high);
        const share = before === undefined ? undefined : moved[Math.abs(raised - before)];
        if (share) add(share, change?.verdict === 'moved');
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { covered, moved };
}
