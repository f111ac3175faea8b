import { setTimeout as pause } from 'node:timers/promises';
import { LOADED, secrets } from '../environment.ts';
import { startHelper } from '../helper-process.ts';
import { latencyLine, openOnlookers } from '../neighbours/onlookers.ts';
import { findBrowser } from '../neighbours/reports.ts';
import { childrenOf, cpuSeconds, ownCpuSeconds, residentMemory, sharedMemory } from '../proc.ts';
import { runReports, seedAgency } from '../reports/agency.ts';
import { PORTAL, startProcess } from '../started.ts';
import { atMost, type Section } from './section.ts';

const MAIL_SERVER = new URL('../reports/mail-server.ts', import.meta.url);
const CLIENTS = { usual: 300, quick: 5 };
/** Milliseconds for each report. */
const TIMEOUT = 60_000;
const LOOK_EVERY = 500;

/** What the monthly reports of many clients take, printed and sent to a person each, and what others notice. */
export const reports: Section = async (place, _pace, quick, { clients: chosen }) => {
  const count = chosen ?? (quick ? CLIENTS.quick : CLIENTS.usual);
  const { operator, neighbours } = await place.prepare((database) => seedAgency(database, count));
  await using mails = await startHelper<{ url: string }>(MAIL_SERVER);
  const settings = { SMTP_URL: mails.url, SEED_DEMO: 'false', ...(await findBrowser(place)) };
  const variables = { ...secrets(), ...LOADED, ...(await place.variables()), ...settings };
  await using portal = await startProcess(PORTAL, variables);
  const others = new Set(childrenOf(portal.pid));
  const onlookers = await openOnlookers(portal, neighbours);

  const before = {
    own: ownCpuSeconds(portal.pid),
    all: cpuSeconds(portal.pid),
    memory: residentMemory(portal.pid).all,
  };
  const most = { portal: before.memory, chromium: 0 };
  const look = async () => {
    most.portal = Math.max(most.portal, residentMemory(portal.pid).all);
    let chromium = 0;
    for (const child of childrenOf(portal.pid)) if (!others.has(child)) chromium += await sharedMemory(child);
    most.chromium = Math.max(most.chromium, chromium);
  };
  const began = performance.now();
  const send = async () => {
    const planned = await runReports(portal, operator);
    if (planned !== count) throw new Error(`${planned} reports were planned.`);
    while ((await mails.count()) < count) {
      if (performance.now() - began > TIMEOUT * count)
        throw new Error(`Only ${await mails.count()} of ${count} reports were sent in time.`);
      await pause(LOOK_EVERY);
    }
  };
  const [beside] = await onlookers.beside(send(), look);
  const seconds = (performance.now() - began) / 1000;
  const own = ownCpuSeconds(portal.pid) - before.own;
  const chromium = cpuSeconds(portal.pid) - before.all - own;
  const [alone, cpuOfSecond] = await onlookers.alone();
  const reported = own - cpuOfSecond * seconds;
  const each = (cpu: number) => `${((cpu * 1000) / count).toFixed(0)} ms`;
  return {
    title: `Monthly reports of ${count} clients, with every section, each printed and mailed to one person`,
    figures: [],
    lines: [
      latencyLine('goals of others, beside the reports', beside),
      latencyLine('the same, alone afterwards', alone),
    ],
    notes: [
      `${count} reports in ${(seconds / 60).toFixed(1)} minutes, ${(seconds / count).toFixed(2)} s each; ${await mails.count()} mails.`,
      `CPU of a report: portal ${each(reported)}, without that of the others; Chromium ${each(chromium)}.`,
      `Memory of the portal ${Math.round(before.memory)} MiB before, ${Math.round(most.portal)} MiB at most; of Chromium ${Math.round(most.chromium)} MiB at most.`,
    ],
    targets: [atMost('p99 of others beside it: at most 250 ms', 250, beside.p99, place.kind === 'PostgreSQL')],
  };
};
