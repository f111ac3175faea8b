import { describe, expect, it } from 'vitest';
import { CODE_FOLDERS, exportsOf, importCircles, importsOf, readSource, sourceFiles } from './helpers/sources.ts';

const codeFiles = sourceFiles.filter((file) => CODE_FOLDERS.includes(file.split('/')[0] ?? ''));

/** The folders that each folder may import, besides itself: the table of docs/architecture.md. */
const ALLOWED_IMPORTS: Record<string, string[]> = Object.fromEntries(
  readSource('docs/architecture.md')
    .split('\n')
    .filter((line) => /^\| `\w+\/` \|/.test(line))
    .map((line) => line.split('|').map((cell) => [...cell.matchAll(/`(\w+)\/`/g)].map(([, folder = '']) => folder)))
    .map(([, [folder = ''] = [], , allowed = []]) => [folder, allowed]),
);

/**
 * The layers of `server/`, lowest first: each file or folder may import those before it and none after it. A file that
 * is named itself is a layer of its own.
 */
const SERVER_LAYERS = [
  'durations.ts',
  'garbage-collection.ts',
  'loopback.ts',
  'timeouts.ts',
  'errors.ts',
  'html-text.ts',
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
  'mail',
  'deps.ts',
  'services.ts',
  'make-deps.ts',
  'diagnosis.ts',
  'command.ts',
  'domain.ts',
  'http',
  'web',
  'lists',
  'csv',
  'trpc',
  'http/rest.ts',
  'mcp',
];

/** What several domains use, lowest first. These folders of `routers/` are no domains. */
const SHARED_BY_DOMAINS = ['values', 'records', 'plans'];

const layerOf = (file: string) => {
  const named = SERVER_LAYERS.indexOf(file.replace(/^server\//, ''));
  return named >= 0 ? named : SERVER_LAYERS.indexOf(file.split('/')[1] ?? '');
};
const folderOf = (file: string) => (file.split('/').length > 2 ? (file.split('/')[1] ?? '') : '');
const domainOf = (file: string) => (SHARED_BY_DOMAINS.includes(folderOf(file)) ? '' : folderOf(file));

describe('Project structure', () => {
  it('has no file longer than 250 lines, 300 for tests', () => {
    const long = sourceFiles.filter(
      (file) => readSource(file).split('\n').length - 1 > (file.startsWith('test/') ? 300 : 250),
    );

    expect(long).toEqual([]);
  });

  it('ends lines of comments at 120 columns', () => {
    const long = sourceFiles.flatMap((file) =>
      readSource(file)
        .split('\n')
        .filter((line) => line.length > 120 && /^\s*(\/\/|\/?\*)|[;,{(] \/\/ /.test(line))
        .filter((line) => !line.includes('biome-ignore'))
        .map((line) => `${file}: ${line.trim()}`),
    );

    expect(long).toEqual([]);
  });

  it('imports in the direction that docs/architecture.md says', () => {
    expect(Object.keys(ALLOWED_IMPORTS).toSorted()).toEqual(CODE_FOLDERS.toSorted());
    const wrong = codeFiles.flatMap((file) => {
      const [folder = ''] = file.split('/');
      return importsOf(file)
        .filter((target) => ![folder, ...(ALLOWED_IMPORTS[folder] ?? [])].includes(target.split('/')[0] ?? ''))
        .map((target) => `${file} → ${target}`);
    });

    expect(wrong).toEqual([]);
  });

  it('imports domains in what they share only through public.ts, and no records in shared values', () => {
    const upward = SHARED_BY_DOMAINS.flatMap((folder, at) =>
      codeFiles
        .filter((file) => file.startsWith(`routers/${folder}/`))
        .flatMap((file) =>
          importsOf(file)
            .filter((target) => target.startsWith('routers/') && !target.endsWith('/public.ts'))
            .filter((target) => !SHARED_BY_DOMAINS.slice(0, at + 1).includes(folderOf(target)))
            .map((target) => `${file} → ${target}`),
        ),
    );

    expect(upward).toEqual([]);
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

  it('shares only the wire format and the reading of questions with the insights service', () => {
    const shared = codeFiles
      .filter((file) => /^(server|routers)\//.test(file))
      .flatMap(importsOf)
      .filter((target) => target.startsWith('insights/'));

    expect(new Set(shared)).toEqual(new Set(['insights/wire.ts', 'insights/question/read.ts']));
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

  it('creates date formatters only in the files that cache them', () => {
    const creators = filesWith(/new Intl\.DateTimeFormat\(/).filter((file) => !file.startsWith('demo/data/'));

    expect(creators).toEqual(['routers/values/date-formats.ts', 'db/time-zone.ts']);
  });

  it('uses Lucia in one file, and mints tenants in two', () => {
    expect(filesWith(/from 'lucia'/)).toEqual(['server/identity/session.ts']);
    expect(filesWith(/\bmint\(/)).toEqual(['server/trpc/context.ts', 'server/identity/find-tenant.ts']);
  });
});
