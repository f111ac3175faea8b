import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LOADED } from '../environment.ts';
import { freePort } from '../free-port.ts';

const TIMEOUT = 60_000;

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts the portal of a checkout, and waits until it is ready. */
export async function startPortal(folder: string, variables: Record<string, string>) {
  const port = await freePort();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(folder, 'portal/start.js')], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...LOADED, ...variables, PORT: String(port), LOG_LEVEL: 'error' },
    // Errors are printed beside the results.
    stdio: ['ignore', 2, 'inherit'],
  });
  const gone = once(child, 'exit');
  for (const began = performance.now(); !(await isReady(port)); await pause(50))
    if (child.exitCode !== null || performance.now() - began > TIMEOUT)
      throw new Error(`The portal in ${folder} did not start.`);
  return {
    port,
    /** Drains it, as a service manager does. */
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await gone;
    },
    /** Ends it at once, as a loss of power would. */
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

export type Started = Awaited<ReturnType<typeof startPortal>>;
