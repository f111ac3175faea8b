import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** The portal as it was at a commit, with its packages, in a folder of its own. Disposal removes it. */
export async function checkOut(ref: string) {
  const root = await mkdtemp(join(tmpdir(), 'portal-before-'));
  const folder = join(root, 'portal');
  const git = (...args: string[]) => run('git', args, { cwd: PROJECT });
  await git('worktree', 'add', '--detach', folder, ref);
  const lockOf = (project: string) => readFile(join(project, 'package-lock.json'), 'utf8');
  if ((await lockOf(folder)) === (await lockOf(PROJECT)))
    await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  else await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 2 ** 26 });
  return {
    folder,
    commit: (await git('rev-parse', '--short', ref)).stdout.trim(),
    async [Symbol.asyncDispose]() {
      await git('worktree', 'remove', '--force', folder);
      await rm(root, { recursive: true, force: true });
    },
  };
}
