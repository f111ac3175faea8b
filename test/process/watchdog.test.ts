import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';

const WATCHDOG = new URL('../../portal/process/watchdog.ts', import.meta.url).href;

/** Runs code in a process with a watchdog that allows stalls of two seconds. */
async function watched(code: string, ...flags: string[]) {
  const script = `import { startWatchdog } from '${WATCHDOG}'; startWatchdog(2000); ${code}`;
  const flagged = [...flags, '--input-type=module', '--eval', script];
  const child = spawn(process.execPath, flagged, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [output, [exitCode, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { output, exitCode, signal };
}

const STALL = 'setTimeout(() => { const end = Date.now() + 8000; while (Date.now() < end); }, 1000)';

describe('The watchdog', () => {
  it('ends a process whose event loop stands still, and logs it', async () => {
    const { output, signal } = await watched(STALL);

    expect(signal).toBe('SIGKILL');
    expect(JSON.parse(output)).toMatchObject({ level: 60, msg: expect.stringContaining('stood still') });
  });

  it('neither ends nor keeps alive a process that works', async () => {
    const { output, exitCode } = await watched('setTimeout(() => {}, 5000)');

    expect({ output, exitCode }).toEqual({ output: '', exitCode: 0 });
  });

  it('leaves a debugged process alone', async () => {
    const block = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000)';
    const { exitCode } = await watched(`setTimeout(() => { ${block} }, 500)`, '--inspect=127.0.0.1:0');

    expect(exitCode).toBe(0);
  });
});
