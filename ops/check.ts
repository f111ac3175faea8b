import { spawn } from 'node:child_process';

// `npm run check`: the types of the router first, which pages and tests of theirs import; then two halves beside each
// other, since most of their steps use one processor.
const FIRST = 'types';
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

/** Those of some scripts, run beside each other, that failed. */
async function failuresOf(scripts: string[]) {
  const results = await Promise.all(scripts.map(passes));
  return scripts.filter((_, at) => !results[at]);
}

const failed = [...(await failuresOf([FIRST])), ...(await failuresOf(HALVES))];
if (failed.length > 0) {
  process.stdout.write(`\nFailed: ${failed.join(' and ')}.\n`);
  process.exitCode = 1;
}
