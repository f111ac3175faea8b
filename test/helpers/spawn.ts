import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Variables = Record<string, string>;

// A test worker that is stopped early stops its processes too.
const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Starts a file of the project with exactly these variables and collects its output, without waiting. */
export function run(file: string, variables: Variables, project = PROJECT, args: string[] = []) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(project, file), ...args], {
    // As main.ts does, and for commands as well: half of what a process does is to load its modules.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(project, 'node_modules/.cache/portal'), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  alive.add(child);
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text) => {
      said[stream] += text;
    });
  const ended = once(child, 'exit').then(([code, signal]) => {
    alive.delete(child);
    return { code: code as number | null, signal: signal as string | null };
  });
  return {
    child,
    said,
    /** Its exit code, or the signal that ended it. */
    ended,
    /** Resolves when it has ended and all output was read, including that of its children. */
    closed: once(child, 'close').then(() => ended),
    signal: (name: NodeJS.Signals) => child.kill(name),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs the operator's command line with the variables of a portal, to its end. */
export async function command(variables: Variables, ...args: string[]) {
  const { said, closed } = run('portal/cli/portal.ts', variables, undefined, args);
  return { ...(await closed), ...said };
}
