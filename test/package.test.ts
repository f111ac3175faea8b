import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderForThisTest } from './helpers/folder.ts';

const tsc = (...words: string[]) =>
  new Promise<string>((done) => {
    execFile(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...words], (_error, out) => done(out));
  });

const OPTIONS = {
  strict: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2022',
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

const FRONTEND = `
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from 'client-portal';
const portal = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/trpc', maxItems: 20 })] });
const { data } = await portal.visibility.scores.query();
export const score: number | null = data.overall.dynamicScore;
export const wrong: string = data.overall.dynamicScore;
`;

/** A project of its own, with the options of an ordinary frontend, that has this package as a dependency. */
async function frontend() {
  const folder = await folderForThisTest();
  const dependency = join(folder, 'node_modules/client-portal');
  await mkdir(dependency, { recursive: true });
  await symlink(resolve('package.json'), join(dependency, 'package.json'));
  await symlink(resolve('node_modules'), join(dependency, 'node_modules'));
  await symlink(resolve('node_modules/@trpc'), join(folder, 'node_modules/@trpc'));
  await writeFile(join(folder, 'frontend.ts'), FRONTEND);
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: OPTIONS, include: ['frontend.ts'] }),
  );
  return { folder, types: join(dependency, 'types') };
}

describe('the package', () => {
  it('gives a frontend the router’s type, exact, and asks nothing of its compiler', async () => {
    const { folder, types } = await frontend();

    const emitting = await tsc('-p', 'tsconfig.types.json', '--outDir', types);
    const complaints = await tsc('-p', folder, '--pretty', 'false');

    expect(emitting).toBe('');
    expect(complaints.match(/error TS\d+: .*/g)).toEqual([
      "error TS2322: Type 'number | null' is not assignable to type 'string'.",
    ]);
  });
});
