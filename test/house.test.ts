import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOMS = ['internals', 'server', 'routers', 'db', 'openapi', 'insights', 'demo', 'bench', 'test'];
const files = ROOMS.flatMap((room) => globSync(`${room}/**/*.ts`)).concat(globSync('*.ts'));
const read = (file: string) => readFileSync(file, 'utf8');
const importsOf = (file: string) =>
  [...read(file).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path]) =>
    new URL(path ?? '', `file:///${file}`).pathname.slice(1),
  );

/** What each room may lean on, besides itself. */
const LEANS_ON: Record<string, string[]> = {
  internals: [],
  db: ['internals'],
  insights: [],
  demo: [],
  server: ['internals', 'db'],
  routers: ['server', 'db', 'insights', 'demo'],
  openapi: ['internals', 'routers', 'server'],
};

// The one file that sees every room; the process that runs it; and the wire, which the portal shares with the service.
const SEES_ALL = ['server/app.ts'];

describe('the house', () => {
  it('has no file past 250 lines, 300 for tests', () => {
    const long = files.filter((file) => read(file).split('\n').length - 1 > (file.startsWith('test/') ? 300 : 250));

    expect(long).toEqual([]);
  });

  it('imports one way: openapi, routers, server, db', () => {
    const wrong = files
      .filter((file) => !SEES_ALL.includes(file))
      .flatMap((file) => {
        const [room = ''] = file.split('/');
        const allowed = LEANS_ON[room];
        return importsOf(file)
          .filter((target) => allowed && ![room, ...allowed].includes(target.split('/')[0] ?? ''))
          .map((target) => `${file} → ${target}`);
      });

    expect(wrong).toEqual([]);
  });

  it('shares with the insights service the wire and nothing else', () => {
    const shared = files
      .filter((file) => /^(server|routers)\//.test(file))
      .flatMap(importsOf)
      .filter((target) => target.startsWith('insights/'));

    expect(new Set(shared)).toEqual(new Set(['insights/wire.ts']));
  });

  it('lets a domain import another one only through its public.ts or its records.ts', () => {
    const domainOf = (file: string) => (file.split('/').length > 2 ? file.split('/')[1] : undefined);
    const wrong = files
      .filter((file) => file.startsWith('routers/') && !['routers/index.ts', 'routers/domains.ts'].includes(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => target.startsWith('routers/') && domainOf(target) && domainOf(target) !== domainOf(file))
          .filter((target) => !/^routers\/\w+\/(public|records)\.ts$/.test(target))
          .map((target) => `${file} → ${target}`),
      );

    expect(wrong).toEqual([]);
  });

  it('keeps Lucia behind one file, and minting a tenant in one', () => {
    const users = (pattern: RegExp) => files.filter((file) => !file.startsWith('test/') && pattern.test(read(file)));

    expect(users(/from 'lucia'/)).toEqual(['server/identity/session.ts']);
    expect(users(/\bmint\(/)).toEqual(['server/trpc/context.ts', 'server/identity/find-tenant.ts']);
  });
});
