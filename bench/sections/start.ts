import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { secrets } from '../environment.ts';
import { freePort } from '../free-port.ts';
import { median } from '../rounds.ts';
import { atMost, type Section } from './section.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const TIMEOUT = 60_000;

const healthy = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** The milliseconds from the start of the process to its first response. */
async function startOnce(variables: Record<string, string>) {
  const port = await freePort();
  const env = { PATH: process.env.PATH, ...variables, PORT: String(port), LOG_LEVEL: 'warn' };
  const began = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = once(child, 'exit');
  try {
    while (!(await healthy(`http://127.0.0.1:${port}`))) {
      if (child.exitCode !== null || performance.now() - began > TIMEOUT) throw new Error('The portal did not start.');
      await wait(5);
    }
    return performance.now() - began;
  } finally {
    child.kill();
    await gone;
  }
}

/** The time of an embedded portal to its first response: in an empty folder, then with existing data. */
export const start: Section = async (place, { rounds }) => {
  const variables = { DATA_DIR: await place.emptyFolder(), ...secrets() };
  const onNothing = await startOnce(variables);
  const again: number[] = [];
  while (again.length < Math.min(3, rounds)) again.push(await startOnce(variables));

  const onData = median(again);
  return {
    title: 'Start to first response, embedded',
    figures: [],
    times: { 'in an empty folder': onNothing, 'in an existing folder': onData },
    targets: [atMost('first response in at most 3,000 ms', 3000, onData, true)],
  };
};
