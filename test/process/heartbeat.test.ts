import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { folderForThisTest } from '../helpers/folder.ts';

const HEARTBEAT = new URL('../../portal/process/heartbeat.ts', import.meta.url).href;

/** Runs code in a watched worker, and tells how it ended. */
async function watched(code: string, ...flags: string[]) {
  const file = join(await folderForThisTest(), 'cluster.mjs');
  const script = `
    import cluster from 'node:cluster';
    import { reportListening, watchWorkers } from '${HEARTBEAT}';
    if (cluster.isPrimary) {
      cluster.setupPrimary({ execArgv: ${JSON.stringify(flags)} });
      watchWorkers((worker) => worker.process.kill('SIGKILL'));
      cluster.on('exit', (worker, code, signal) => {
        console.log(JSON.stringify({ code, signal }));
        process.exit();
      });
      cluster.fork();
    } else {
      ${code}
    }`;
  await writeFile(file, script);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(output) as { code: number | null; signal: string | null };
}

/** Keeps a worker from its event loop without use of the processor. */
const block = (seconds: number) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${seconds}000);`;
const spin = (seconds: number) => `const end = Date.now() + ${seconds}000; while (Date.now() < end);`;

describe.concurrent('The supervising process', () => {
  it('ends a worker whose event loop stands still', async () => {
    const ended = await watched(`reportListening(); setTimeout(() => { ${spin(60)} }, 1000);`);

    expect(ended).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('ends a worker that waits for nothing', async () => {
    const ended = await watched(`reportListening(); setTimeout(() => { ${block(60)} }, 1000);`);

    expect(ended).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('lets a worker take its time to start', async () => {
    const ended = await watched(`${block(14)} reportListening(); setTimeout(() => process.exit(7), 2000);`);

    expect(ended).toEqual({ code: 7, signal: null });
  });

  it('leaves a debugged worker alone', async () => {
    const code = `reportListening(); setTimeout(() => { ${block(14)} process.exit(7); }, 1000);`;
    const ended = await watched(code, '--inspect=127.0.0.1:0');

    expect(ended).toEqual({ code: 7, signal: null });
  });
});
