import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
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
let installed: string[];

/** A separate project with only the packed portal and the tRPC client installed. */
beforeAll(async () => {
  frontend = await mkdtemp(join(tmpdir(), 'portal-frontend-'));
  await writeFile(join(frontend, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(frontend, 'right.ts'), RIGHT);
  await writeFile(join(frontend, 'wrong.ts'), [CLIENT, ...WRONG.map(([line]) => line)].join('\n'));

  await run('npm', ['run', '--silent', 'types']);
  const { stdout: said } = await run('npm', ['pack', './types', '--silent', '--pack-destination', frontend]);
  const tarball = join(frontend, said.trim());
  const { stdout: listed } = await run('tar', ['-tzf', tarball]);
  packed = listed.trim().replaceAll('package/', '').split('\n');
  // Without a registry a package that it depends on is an error. Peers are those of the frontend, linked below.
  await run('npm', ['install', '--offline', '--legacy-peer-deps', '--no-audit', tarball], { cwd: frontend });
  installed = await readdir(join(frontend, 'node_modules'));
  await symlink(resolve('node_modules/@trpc'), join(frontend, 'node_modules/@trpc'));
});
afterAll(() => rm(frontend, { recursive: true, force: true }));

/** What the compiler says of the frontend, and the files that it read. */
async function compile(how: object) {
  const project = { compilerOptions: { ...OPTIONS, ...how }, files: ['right.ts', 'wrong.ts'] };
  await writeFile(join(frontend, 'tsconfig.json'), JSON.stringify(project));
  const tsc = [resolve('node_modules/typescript/bin/tsc'), '--pretty', 'false', '--listFiles'];
  const said = await run(process.execPath, tsc, { cwd: frontend }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  return said.split('\n');
}

describe('the package', () => {
  it('contains a few declarations and no server code', () => {
    const declarations = packed.filter((file) => file.endsWith('.d.ts'));

    expect(packed.filter((file) => !declarations.includes(file)).sort()).toEqual(['LICENSE', 'package.json']);
    expect(declarations.length).toBeLessThan(100);
  });

  it('installs nothing else, and needs only the tRPC server that a tRPC client needs', async () => {
    const own = JSON.parse(await readFile('package.json', 'utf8'));
    const { version, ...manifest } = JSON.parse(
      await readFile(join(frontend, 'node_modules/client-portal/package.json'), 'utf8'),
    );

    expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['client-portal']);
    expect(version).toBe(own.version);
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual(['peerDependencies']);
    expect(manifest.peerDependencies).toEqual({ '@trpc/server': `^${own.dependencies['@trpc/server']}` });
  });

  it('declares nothing as `any`, which would disable type checks', async () => {
    const [router = ''] = packed.filter((file) => file.endsWith('routers/index.d.ts'));

    const declared = await readFile(join(frontend, 'node_modules/client-portal', router), 'utf8');

    expect(declared).toContain('AppRouter');
    expect(declared).not.toMatch(/[:<|,] ?any\b/);
  });
});

describe.each(WAYS)('a frontend with the module resolution of %s', (_who, how) => {
  let said: string[];
  beforeAll(async () => {
    said = await compile(how);
  });
  const complaints = () => said.filter((line) => line.includes('error TS'));

  it('compiles valid code in strict mode, with library checks', () => {
    expect(complaints().filter((line) => !line.startsWith('wrong.ts('))).toEqual([]);
  });

  it('reports mistakes in inputs, outputs, errors and names', () => {
    const codes = complaints().map((line) => /^wrong\.ts\(\d+,\d+\): error (\w+)/.exec(line)?.[1]);

    expect(codes).toEqual(WRONG.map(([, code]) => code));
  });

  it('loads no types of Drizzle, Fastify or Stripe', () => {
    const files = said.filter((file) => file.includes('node_modules') && !/\/lib\.[\w.]+\.d\.ts$/.test(file));

    expect(files.filter((file) => file.includes('client-portal')).length).toBeGreaterThan(0);
    expect(files.filter((file) => !/node_modules\/(client-portal|@trpc\/(client|server))\//.test(file))).toEqual([]);
    expect(files.length).toBeLessThan(100);
  });
});
