import { startDemoEngines } from '../../demo/services/engines/demo-engines.ts';
import { LOADED, secrets } from '../environment.ts';
import { PLAN, SMALL_PLAN } from '../measurement/plan.ts';
import { publishScans, startKnownEngines } from '../measurement/published-scans.ts';
import { simulateScans } from '../measurement/simulated-scans.ts';
import { timeRun } from '../measurement/timed-run.ts';
import type { Place } from '../place.ts';
import { PORTAL, startProcess } from '../started.ts';
import { atLeast, atMost, type Section } from './section.ts';

const PAIRS = { usual: 500, quick: 100 };
/** Clients that measure four times each through the whole portal. */
const CLIENTS = { usual: 100, quick: 4 };
const FREE = { MEASUREMENT_SELF_REGISTERED_ANSWERS: '1000000', SEED_DEMO: 'false' };
/** 2,000 answers: the most that a run asks for. */
const LARGEST = { prompts: 500, readings: 1 };

/** Publishes scans of so many clients by a portal that asks assistants whose rates are known. */
async function published(place: Place, clients: number) {
  const engines = await startKnownEngines();
  const variables = { ...secrets(), ...LOADED, ...(await place.variables()), ...engines.settings, ...FREE };
  try {
    await using portal = await startProcess(PORTAL, variables);
    return await publishScans(portal, engines, clients);
  } finally {
    await engines.close();
  }
}

/** What a run of the own measurement takes, and how true the figures of simulated scans are. */
export const measurement: Section = async (place, _pace, quick, { clients: chosen }) => {
  const engines = await startDemoEngines();
  const variables = { ...secrets(), ...LOADED, ...(await place.variables()), ...engines.settings, ...FREE };
  const lines: Record<string, string | number>[] = [];
  try {
    await using portal = await startProcess(PORTAL, variables);
    const time = async (name: string, prompts: number, readings: number) =>
      lines.push({ '': name, ...(await timeRun({ portal, engines }, prompts, readings)) });
    await time('40 questions × 4 assistants × 3', 40, 3);
    if (!quick) await time('500 questions × 4 assistants × 1', LARGEST.prompts, LARGEST.readings);
  } finally {
    await engines.close();
  }
  const clients = chosen ?? (quick ? CLIENTS.quick : CLIENTS.usual);
  const shown = await published(place, clients);
  const pairs = quick ? PAIRS.quick : PAIRS.usual;
  const { covered, unchanged, five, ten } = await simulateScans(pairs);
  const applies = true;
  return {
    title: 'The own measurement: a run, and simulated scans',
    figures: [],
    lines,
    notes: [
      `Of ${pairs} simulated scans, ${PLAN.prompts} questions of rates by Beta(2, 2) × ${PLAN.engines} × ${PLAN.readings}, ${covered}% have an interval that holds the true rate.`,
      `Of as many pairs, ${unchanged}% without a change, ${five}% with one of 5 points and ${ten}% with one of 10 are called moved.`,
      `Through the portal, ${clients} clients, ${SMALL_PLAN.prompts} questions × ${SMALL_PLAN.engines} × ${SMALL_PLAN.readings} four times each: ${shown.covered}% of first scans have an interval that holds the true rate; ${shown.unchanged}% of changes of nothing, ${shown.five}% of 5 points and ${shown.ten}% of 10 are called moved.`,
    ],
    targets: [
      atLeast('intervals that hold the true rate: at least 93%', 93, covered, applies),
      atMost('intervals that hold the true rate: at most 98%', 98, covered, applies),
      atLeast('unchanged pairs called moved: at least 3%', 3, unchanged, applies),
      atMost('unchanged pairs called moved: at most 7%', 7, unchanged, applies),
    ],
  };
};
