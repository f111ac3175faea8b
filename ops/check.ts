import { spawn } from 'node:child_process';

// `npm run check`: its two halves beside each other, since most of their steps use one processor.
const HALVES = ['check:code', 'check:rest'];

/** Runs a script of package.json, and shows what it has said when it ends. Returns whether it succeeded. */
async function passes(script: string): Promise<boolean> {
  const child = spawn(`npm run ${script}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => said.push(bytes));
  const code = await new Promise((done) => child.on('close', done));
  process.stdout.write(Buffer.concat(said));
  return code === 0;
}

const results = await Promise.all(HALVES.map(passes));
if (results.includes(false)) {
  process.stdout.write(`\nFailed: ${HALVES.filter((_, half) => !results[half]).join(' and ')}.\n`);
  process.exitCode = 1;
}
