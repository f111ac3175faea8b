import { setTimeout as pause } from 'node:timers/promises';
import type { startDemoEngines } from '../../demo/services/engines/demo-engines.ts';
import { cpuSeconds, residentMemory } from '../proc.ts';
import type { startProcess } from '../started.ts';

interface Answered {
  id: string;
  status: string;
  finishedAt: string | null;
}

const TIMEOUT = 20 * 60_000;
const AT = '/api/visibility/measurement';

interface Asking {
  portal: Awaited<ReturnType<typeof startProcess>>;
  engines: Awaited<ReturnType<typeof startDemoEngines>>;
}

/** Registers an organization with questions, lets a run ask them, and returns what that took. */
export async function timeRun({ portal, engines }: Asking, prompts: number, readingsPerPrompt: number) {
  const headers: Record<string, string> = { 'content-type': 'application/json', origin: portal.url };
  const call = async (method: string, path: string, body?: object) => {
    const sent = body && { body: JSON.stringify(body) };
    const answer = await fetch(`${portal.url}${path}`, { method, headers, ...sent });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return { headers: answer.headers, data: ((await answer.json()) as { data: Answered }).data };
  };
  const account = { email: `bench-${prompts}@example.com`, password: 'a password of the bench', orgName: 'Bench' };
  const made = await call('POST', '/api/auth/register', account);
  headers.cookie = made.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  await call('PUT', AT, { readingsPerPrompt });
  for (let at = 1; at <= prompts; at++)
    await call('POST', `${AT}/prompts`, { text: `best dentist number ${at}`, queryMode: 'local_discovery' });

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
