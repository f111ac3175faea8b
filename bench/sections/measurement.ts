import { startDemoEngines } from '../../demo/services/engines/demo-engines.ts';
import { LOADED, secrets } from '../environment.ts';
import { PLAN, SMALL_PLAN } from '../measurement/plan.ts';
import {
  percentOf,
  publishScans,
  SCANS_OF_CLIENT,
  type Share,
  startKnownEngines,
} from '../measurement/published-scans.ts';
import { simulateScans } from '../measurement/simulated-scans.ts';
import { askingClient, isTooLarge, timeRun } from '../measurement/timed-run.ts';
import type { Place } from '../place.ts';
import { cpuSeconds } from '../proc.ts';
import { PORTAL, startProcess } from '../started.ts';
import { atLeast, atMost, type Section, type Target } from './section.ts';

const PAIRS = { usual: 500, quick: 100 };
/** Clients that measure ten times each through the whole portal. */
const CLIENTS = { usual: 50, quick: 4 };
const FREE = { MEASUREMENT_SELF_REGISTERED_ANSWERS: '1000000', SEED_DEMO: 'false' };

/** What runs of many calls take; a large plan is more than one. */
async function timed(place: Place, quick: boolean) {
  const engines = await startDemoEngines();
  const variables = { ...secrets(), ...LOADED, ...(await place.variables()), ...engines.settings, ...FREE };
  const lines: Record<string, string | number>[] = [];
  const notes: string[] = [];
  try {
    await using portal = await startProcess(PORTAL, variables);
    const usual = await askingClient(portal, 40);
    lines.push({ '': '40 questions × 4 assistants × 3', ...(await timeRun({ portal, engines }, usual, 3)) });
    if (quick) return { lines, notes };
    const large = await askingClient(portal, 500);
    lines.push({ '': '500 questions × 4 assistants × 1', ...(await timeRun({ portal, engines }, large, 1)) });
    if (!(await isTooLarge(large, 3))) throw new Error('A run of 6,000 calls was not refused.');
    notes.push(
      '500 questions × 4 assistants × 3, 6,000 calls, are refused: a run has 2,000 at most, so it takes three.',
    );
  } finally {
    await engines.close();
  }
  return { lines, notes };
}

/** Publishes scans of so many clients by a portal that asks assistants whose rates are known. */
async function published(place: Place, clients: number) {
  const engines = await startKnownEngines();
  const variables = { ...secrets(), ...LOADED, ...(await place.variables()), ...engines.settings, ...FREE };
  try {
    await using portal = await startProcess(PORTAL, variables);
    const [cpu, began] = [cpuSeconds(portal.pid), performance.now()];
    const seen = await publishScans(portal, engines, clients);
    return { ...seen, cpu: cpuSeconds(portal.pid) - cpu, seconds: (performance.now() - began) / 1000 };
  } finally {
    await engines.close();
  }
}

const shareText = (share: Share | undefined) => (share ? `${percentOf(share)}% of ${share.of}` : 'none');

/** Whether shares are as they should be of intervals and changes with 5% of errors. */
const asTold = (what: string, covered: number, unchanged: number): Target[] => [
  atLeast(`${what}: intervals that hold the true rate: at least 93%`, 93, covered, true),
  atMost(`${what}: intervals that hold the true rate: at most 98%`, 98, covered, true),
  atLeast(`${what}: unchanged pairs called moved: at least 3%`, 3, unchanged, true),
  atMost(`${what}: unchanged pairs called moved: at most 7%`, 7, unchanged, true),
];

/** What a run of the own measurement takes, and how true the figures of scans are whose true ones are known. */
export const measurement: Section = async (place, _pace, quick, { clients: chosen }) => {
  const { lines, notes } = await timed(place, quick);
  const clients = chosen ?? (quick ? CLIENTS.quick : CLIENTS.usual);
  const { covered, moved, cpu, seconds } = await published(place, clients);
  const pairs = quick ? PAIRS.quick : PAIRS.usual;
  const simulated = await simulateScans(pairs);
  const none = { times: 0, of: 0 };
  return {
    title: 'The own measurement: a run, and scans whose true rates are known',
    figures: [],
    lines,
    notes: [
      ...notes,
      `Through the portal, ${clients} clients, ${SMALL_PLAN.prompts} questions × ${SMALL_PLAN.engines} × ${SMALL_PLAN.readings}, ${SCANS_OF_CLIENT} times each: ${shareText(covered)} published intervals hold the true rate; of published changes, ${shareText(moved[0])} of nothing, ${shareText(moved[5])} of 5 points and ${shareText(moved[10])} of 10 are called moved.`,
      `That took ${(seconds / 60).toFixed(1)} minutes and ${((cpu * 1000) / covered.of).toFixed(0)} ms of CPU of the portal for each scan of ${SMALL_PLAN.prompts * SMALL_PLAN.engines * SMALL_PLAN.readings} answers.`,
      `Of ${pairs} simulated scans, ${PLAN.prompts} questions × ${PLAN.engines} × ${PLAN.readings}, ${simulated.covered}% have an interval that holds the true rate; of as many pairs, ${simulated.unchanged}% without a change, ${simulated.five}% with one of 5 points and ${simulated.ten}% with one of 10 are called moved.`,
    ],
    targets: [
      ...asTold('published', percentOf(covered), percentOf(moved[0] ?? none)),
      ...asTold('simulated', simulated.covered, simulated.unchanged),
    ],
  };
};
