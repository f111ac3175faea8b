import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: 'es2022',
  // The declarations of tRPC use Disposable.
  lib: ['es2022', 'dom', 'esnext.disposable'],
  types: [],
  noEmit: true,
  // Linked packages resolve their own dependencies from this project only.
  preserveSymlinks: true,
};

const CLIENT = `
import { createTRPCClient, httpBatchLink, isTRPCClientError } from '@trpc/client';
import type { AppRouter } from 'client-portal';

const portal = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/trpc', maxItems: 20 })] });
`;

const RIGHT = `${CLIENT}
const { data } = await portal.visibility.scores.query();
export const score: number | null = data.overall.dynamicScore;

const answer = await portal.auth.login.mutate({ email: 'ann@clinic.example', password: 'secret' });
export const pending: string | undefined = 'requires2FA' in answer ? answer.tempToken : undefined;

export const fieldsOf = (error: unknown): string[] =>
  isTRPCClientError<AppRouter>(error) && error.data?.errorCode === 'VALIDATION_ERROR'
    ? (error.data.issues ?? []).map(({ path }) => path)
    : [];
`;

/** Lines that must not compile, each with its compiler error. */
const WRONG = [
  ['export const score: string = (await portal.visibility.scores.query()).data.overall.dynamicScore;', 'TS2322'],
  ["await portal.auth.login.mutate({ email: 'ann@clinic.example' });", 'TS2741'],
  ["await portal.insights.history.query({ limit: 'ten' });", 'TS2322'],
  ["await portal.auth.login.query({ email: 'ann@clinic.example', password: 'secret' });", 'TS2339'],
  ['await portal.visibility.nothing.query();', 'TS2339'],
  ["export const of = (e: unknown) => isTRPCClientError<AppRouter>(e) && e.data?.errorCode === 'BROKEN';", 'TS2367'],
] as const;

const WAYS = [
  ['a bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ['Node', { module: 'nodenext' }],
] as const;

let frontend: string;
let packed: string[];

/** A separate project with only the packed portal and the tRPC client installed. */
beforeAll(async () => {
  frontend = await mkdtemp(join(tmpdir(), 'portal-frontend-'));
  const portal = join(frontend, 'node_modules/client-portal');
  await mkdir(portal, { recursive: true });
  await symlink(resolve('node_modules/@trpc'), join(frontend, 'node_modules/@trpc'));
  await writeFile(join(frontend, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(frontend, 'right.ts'), RIGHT);
  await writeFile(join(frontend, 'wrong.ts'), [CLIENT, ...WRONG.map(([line]) => line)].join('\n'));

  const { stdout: said } = await run('npm', ['pack', '--silent', '--pack-destination', frontend]);
  const tarball = join(frontend, said.trim().split('\n').at(-1) ?? '');
  await run('tar', ['-xzf', tarball, '--strip-components', '1', '-C', portal]);
  const { stdout: listed } = await run('tar', ['-tzf', tarball]);
  packed = listed.trim().replaceAll('package/', '').split('\n');
  // Packing compiles the declarations and checks what is built.
}, 120_000);
afterAll(() => rm(frontend, { recursive: true, force: true }));

/** The compiler errors of the frontend in one file. */
async function compile(file: string, how: object, ...words: string[]) {
  const project = { compilerOptions: { ...OPTIONS, ...how }, files: [file] };
  await writeFile(join(frontend, 'tsconfig.json'), JSON.stringify(project));
  const tsc = [resolve('node_modules/typescript/bin/tsc'), '--pretty', 'false', ...words];
  return run(process.execPath, tsc, { cwd: frontend }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

describe('the package', () => {
  it('contains a few declarations and no server code', () => {
    const declarations = packed.filter((file) => file.endsWith('.d.ts'));

    expect(packed.filter((file) => !declarations.includes(file)).sort()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ]);
    expect(declarations.length).toBeLessThan(100);
  });

  it('declares nothing as `any`, which would disable type checks', async () => {
    const [router = ''] = packed.filter((file) => file.endsWith('routers/index.d.ts'));

    const declared = await readFile(join(frontend, 'node_modules/client-portal', router), 'utf8');

    expect(declared).toContain('AppRouter');
    expect(declared).not.toMatch(/[:<|,] ?any\b/);
  });
});

describe.each(WAYS)('a frontend with the module resolution of %s', (_who, how) => {
  it('compiles valid code in strict mode, with library checks', async () => {
    expect(await compile('right.ts', how)).toBe('');
  });

  it('reports mistakes in inputs, outputs, errors and names', async () => {
    const complaints = await compile('wrong.ts', how);

    expect([...complaints.matchAll(/^wrong\.ts\(\d+,\d+\): error (\w+)/gm)].map(([, code]) => code)).toEqual(
      WRONG.map(([, code]) => code),
    );
    expect(complaints.match(/error TS/g)).toHaveLength(WRONG.length);
  });

  it('loads no types of Drizzle, Fastify or Stripe', async () => {
    const listed = await compile('right.ts', how, '--listFiles');

    const files = listed
      .split('\n')
      .filter((file) => file.includes('node_modules') && !/\/lib\.[\w.]+\.d\.ts$/.test(file));
    expect(files.filter((file) => file.includes('client-portal')).length).toBeGreaterThan(0);
    expect(files.filter((file) => !/node_modules\/(client-portal|@trpc\/(client|server))\//.test(file))).toEqual([]);
    expect(files.length).toBeLessThan(100);
  });
});
