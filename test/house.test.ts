import { describe, expect, it } from 'vitest';
import { CODE_FOLDERS, exportsOf, importCircles, importsOf, readSource, sourceFiles } from './helpers/sources.ts';

const codeFiles = sourceFiles.filter((file) => CODE_FOLDERS.includes(file.split('/')[0] ?? ''));

/** The folders that each folder may import, besides itself. */
const ALLOWED_IMPORTS: Record<string, string[]> = {
  internals: [],
  optional: [],
  telemetry: [],
  db: ['internals', 'optional', 'telemetry'],
  insights: ['telemetry'],
  demo: [],
  server: ['internals', 'optional', 'telemetry', 'db'],
  routers: ['optional', 'telemetry', 'server', 'db', 'insights', 'demo'],
  openapi: ['internals', 'routers', 'server'],
};

/** The composition root imports every folder. */
const COMPOSITION_ROOT = 'server/app.ts';

/** The layers of `server/`, lowest first: each file or folder may import those before it and none after it. */
const SERVER_LAYERS = [
  'durations.ts',
  'garbage-collection.ts',
  'loopback.ts',
  'timeouts.ts',
  'errors.ts',
  'bad-env.ts',
  'languages.ts',
  'development-keys.ts',
  'branding',
  'limits',
  'production-faults.ts',
  'env.ts',
  'cache',
  'files',
  'jobs',
  'identity',
  'demo.ts',
  'mail',
  'deps.ts',
  'services.ts',
  'make-deps.ts',
  'diagnosis.ts',
  'command.ts',
  'domain.ts',
  'http',
  'lists',
  'trpc',
  'app.ts',
  'commands',
  'process',
  'cli',
  'start.js',
  'main.ts',
];

const layerOf = (file: string) => SERVER_LAYERS.indexOf(file.split('/')[1] ?? '');
const domainOf = (file: string) => (file.split('/').length > 2 ? file.split('/')[1] : undefined);

describe('Project structure', () => {
  it('has no file longer than 250 lines, 300 for tests', () => {
    const long = sourceFiles.filter(
      (file) => readSource(file).split('\n').length - 1 > (file.startsWith('test/') ? 300 : 250),
    );

    expect(long).toEqual([]);
  });

  it('imports in one direction: openapi, routers, server, db', () => {
    const wrong = codeFiles
      .filter((file) => file !== COMPOSITION_ROOT)
      .flatMap((file) => {
        const [folder = ''] = file.split('/');
        return importsOf(file)
          .filter((target) => ![folder, ...(ALLOWED_IMPORTS[folder] ?? [])].includes(target.split('/')[0] ?? ''))
          .map((target) => `${file} → ${target}`);
      });

    expect(wrong).toEqual([]);
  });

  it('imports within server from higher to lower layers', () => {
    const serverFiles = codeFiles.filter((file) => file.startsWith('server/'));
    const unlisted = serverFiles.filter((file) => layerOf(file) < 0);
    const upward = serverFiles.flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('server/') && layerOf(target) > layerOf(file))
        .map((target) => `${file} → ${target}`),
    );

    expect({ unlisted, upward }).toEqual({ unlisted: [], upward: [] });
  });

  it('has no import circles', () => {
    expect(importCircles(codeFiles)).toEqual([]);
  });

  it('exports each name from one file', () => {
    const files = codeFiles.filter((file) => !/\/(public|index)\.ts$/.test(file));
    const filesByName = new Map<string, string[]>();
    for (const file of files)
      for (const name of exportsOf(file)) filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
    const duplicates = [...filesByName].filter(([, exporters]) => exporters.length > 1);

    expect(Object.fromEntries(duplicates)).toEqual({});
  });

  it('shares only the wire format with the insights service', () => {
    const shared = codeFiles
      .filter((file) => /^(server|routers)\//.test(file))
      .flatMap(importsOf)
      .filter((target) => target.startsWith('insights/'));

    expect(new Set(shared)).toEqual(new Set(['insights/wire.ts']));
  });

  it('imports another domain only through its public.ts or records.ts', () => {
    const wrong = codeFiles
      .filter((file) => file.startsWith('routers/') && !['routers/index.ts', 'routers/domains.ts'].includes(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => target.startsWith('routers/') && domainOf(target) && domainOf(target) !== domainOf(file))
          .filter((target) => !/^routers\/\w+\/(public|records)\.ts$/.test(target))
          .map((target) => `${file} → ${target}`),
      );

    expect(wrong).toEqual([]);
  });

  const filesWith = (pattern: RegExp) => codeFiles.filter((file) => pattern.test(readSource(file)));

  it('creates date formatters only in the file that caches them', () => {
    const creators = filesWith(/new Intl\.DateTimeFormat\(/).filter((file) => !file.startsWith('db/demo/'));

    expect(creators).toEqual(['routers/date-formats.ts']);
  });

  it('uses Lucia in one file, and mints tenants in two', () => {
    expect(filesWith(/from 'lucia'/)).toEqual(['server/identity/session.ts']);
    expect(filesWith(/\bmint\(/)).toEqual(['server/trpc/context.ts', 'server/identity/find-tenant.ts']);
  });
});
