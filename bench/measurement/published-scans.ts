import { setTimeout as pause } from 'node:timers/promises';
import { chance } from '../../demo/data/chance.ts';
import { startEngine } from '../../demo/services/engines/server.ts';
import type { startProcess } from '../started.ts';
import { AT, type Call, register } from './caller.ts';
import { ENGINES, rateOfQuestion, SMALL_PLAN } from './plan.ts';

/** Points that are added to all rates of a client, run by run: no change, one of 5 and one of 10. */
const RAISED = [0, 0, 5, 15];
const AT_ONCE = 4;
const TIMEOUT = 20 * 60_000;

interface Point {
  low: number | null;
  high: number | null;
  change: { verdict: string } | null;
}

interface Known {
  rates: Map<string, number>;
  raised: number;
}

let drawn = 0;
const draw = () => chance(1_000_000_000 + ++drawn);

/** Servers of the assistants that name a client by the known rates of its questions. */
export async function startKnownEngines() {
  const clients: Known[] = [];
  const say = (question: string) => {
    const known = clients.find(({ rates }) => rates.has(question));
    const rate = (known?.rates.get(question) ?? 0) + (known?.raised ?? 0) / 100;
    const text = draw() < rate ? 'Consider Sample or Example, which is good.' : 'Consider Sample.';
    return { text, sources: [], model: 'known' };
  };
  const servers = await Promise.all(ENGINES.map((engine) => startEngine({ engine, say })));
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
  for (const end = performance.now() + TIMEOUT; ; await pause(500)) {
    const { data } = await call('GET', `${AT}/runs/${run.id}`);
    if (data.status === 'completed') return;
    if (data.finishedAt || performance.now() > end) throw new Error(`The run is ${data.status}.`);
  }
}

/** The published scans of a client whose rates are known. */
async function scansOf(portal: Portal, { clients }: Engines, number: number) {
  const call = await register(portal, `known-${number}`);
  const questions = Array.from({ length: SMALL_PLAN.prompts }, (_, at) => `question ${at} of client ${number}`);
  const known: Known = { rates: new Map(questions.map((text) => [text, rateOfQuestion(draw)])), raised: 0 };
  clients.push(known);
  await call('PUT', AT, { readingsPerPrompt: SMALL_PLAN.readings });
  for (const text of questions) await call('POST', `${AT}/prompts`, { text, queryMode: 'local_discovery' });
  for (known.raised of RAISED) await publish(call);
  clients.splice(clients.indexOf(known), 1);
  const { data } = await call<Point[]>('GET', '/api/visibility/aeo/history');
  return data;
}

type Portal = Awaited<ReturnType<typeof startProcess>>;
type Engines = Awaited<ReturnType<typeof startKnownEngines>>;

/**
 * Lets so many clients measure four times over HTTP. Returns in percent how often the first published interval holds
 * the true rate, and how often the published changes are called moved.
 */
export async function publishScans(portal: Portal, engines: Engines, count: number) {
  const seen = { covered: 0, unchanged: 0, five: 0, ten: 0 };
  let next = 0;
  const work = async () => {
    while (next < count) {
      const [first, ...rest] = await scansOf(portal, engines, next++);
      if (first && first.low !== null && first.high !== null && first.low <= 50 && 50 <= first.high) seen.covered += 1;
      for (const [at, name] of (['unchanged', 'five', 'ten'] as const).entries())
        if (rest[at]?.change?.verdict === 'moved') seen[name] += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const percent = (times: number) => Math.round((1000 * times) / count) / 10;
  return {
    covered: percent(seen.covered),
    unchanged: percent(seen.unchanged),
    five: percent(seen.five),
    ten: percent(seen.ten),
  };
}
