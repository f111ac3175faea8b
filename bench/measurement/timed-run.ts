import { setTimeout as pause } from 'node:timers/promises';
import type { startDemoEngines } from '../../demo/services/engines/demo-engines.ts';
import { cpuSeconds, residentMemory } from '../proc.ts';
import type { startProcess } from '../started.ts';
import { AT, type Call, register } from './caller.ts';

const TIMEOUT = 20 * 60_000;

interface Asking {
  portal: Awaited<ReturnType<typeof startProcess>>;
  engines: Awaited<ReturnType<typeof startDemoEngines>>;
}

/** Registers an organization with so many questions. */
export async function askingClient(portal: Asking['portal'], prompts: number) {
  const call = await register(portal, `timed-${prompts}`);
  for (let at = 1; at <= prompts; at++)
    await call('POST', `${AT}/prompts`, { text: `best dentist number ${at}`, queryMode: 'local_discovery' });
  return call;
}

/** Whether a run of so many readings of each question is refused, as it is larger than a run may be. */
export async function isTooLarge(call: Call, readingsPerPrompt: number) {
  await call('PUT', AT, { readingsPerPrompt });
  return call('POST', `${AT}/runs`, {}).then(
    () => false,
    (error: Error) => error.message.includes('RUN_TOO_LARGE'),
  );
}

/** Lets a run ask the questions of a client, and returns what that took. */
export async function timeRun({ portal, engines }: Asking, call: Call, readingsPerPrompt: number) {
  await call('PUT', AT, { readingsPerPrompt });
  const before = { cpu: cpuSeconds(portal.pid), calls: engines.calls(), memory: residentMemory(portal.pid).all };
  const began = performance.now();
  const { data: run } = await call('POST', `${AT}/runs`, {});
  let memory = before.memory;
  for (;;) {
    await pause(500);
    memory = Math.max(memory, residentMemory(portal.pid).all);
    const { data } = await call('GET', `${AT}/runs/${run.id}`);
    if (data.status === 'completed') break;
    if (data.finishedAt || performance.now() - began > TIMEOUT) throw new Error(`The run is ${data.status}.`);
  }
  const cpu = cpuSeconds(portal.pid) - before.cpu;
  const calls = engines.calls() - before.calls;
  return {
    calls,
    seconds: Math.round((performance.now() - began) / 1000),
    'CPU, s': Math.round(10 * cpu) / 10,
    'CPU of an answer, ms': Math.round((10_000 * cpu) / calls) / 10,
    'memory before, MiB': Math.round(before.memory),
    'most memory, MiB': Math.round(memory),
  };
}
