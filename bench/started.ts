import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { cpuSeconds } from './proc.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const PORTAL = here('../portal/start.js');
export const BARE = here('bare.js');
const COMPILED = here('../node_modules/.cache/portal');
const TIMEOUT = 120_000;

const healthy = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Starts a server in a process of its own, as `npm start` does, and waits for its first answer. Disposal stops it. */
export async function startProcess(file: string, variables: Record<string, string> = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const compiled = file === BARE ? { NODE_COMPILE_CACHE: COMPILED } : {};
  const env = { PATH: process.env.PATH, ...compiled, LOG_LEVEL: 'error', ...variables, PORT: String(port) };
  const profile = process.execArgv.filter((flag) => flag.startsWith('--cpu-prof'));
  const flags = ['--max-old-space-size=1024', '--disable-warning=ExperimentalWarning', ...profile];
  const began = performance.now();
  const child = spawn(process.execPath, [...flags, file], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const gone = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await gone;
  };
  while (!(await healthy(url))) {
    if (child.exitCode !== null || performance.now() - began > TIMEOUT) {
      await stop();
      throw new Error(`${file} did not start.`);
    }
    await wait(5);
  }
  const pid = child.pid ?? 0;
  const milliseconds = performance.now() - began;
  return { url, pid, milliseconds, cpu: cpuSeconds(pid), [Symbol.asyncDispose]: stop };
}
