import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../portal/start.js', import.meta.url));
const TIMEOUT = 180_000;
/** The length of output that is kept. */
const MOST_SAID = 64 * 1024;

/** Asks again until there is something. @throws when there is nothing after three minutes */
export async function until<T>(find: () => T | undefined | Promise<T | undefined>, what: string): Promise<T> {
  for (const end = Date.now() + TIMEOUT; Date.now() < end; await pause(100)) {
    const found = await find();
    if (found !== undefined) return found;
  }
  throw new Error(`There is no ${what}.`);
}

/**
 * A portal of its own, as `npm start` runs it in an empty folder: embedded, with the demo. Disposal ends it and deletes
 * the folder.
 */
export async function startDemoPortal(variables: { PORT: string; [name: string]: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-demo-'));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, LOG_LEVEL: 'warn', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, MOST_SAID);
  });
  async function stop() {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  }
  const isUp = () => {
    if (child.exitCode !== null) throw new Error('The portal ended while it started.');
    return said.includes('listens on') || undefined;
  };
  await until(isUp, 'portal').catch(async (error) => {
    await stop();
    throw error;
  });
  return { url: `http://localhost:${variables.PORT}`, folder, said: () => said, [Symbol.asyncDispose]: stop };
}
