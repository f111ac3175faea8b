import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rateLimits } from '../../db/schema/index.ts';
import { definitionOf, proceduresOf } from '../../internals/trpc.ts';
import { appRouter } from '../../routers/index.ts';
import { fingerprint } from '../../server/identity/tokens.ts';
import { BODY_BYTES } from '../../server/limits/sizes.ts';
import type { RouteMeta } from '../../server/trpc/rest.ts';
import { operations } from '../helpers/documented.ts';
import { exampleBody } from '../helpers/examples.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { storedRows } from '../helpers/stored.ts';
import { events, OWN } from '../helpers/trail.ts';
import { pathTo } from '../helpers/wire.ts';

const env = { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_CLIENT: '0' };
const portal = portalForThisFile({ own: true, countInDatabase: true, env });

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const routes = Object.entries(proceduresOf(appRouter)).flatMap(([path, procedure]) => {
  const { type, meta } = definitionOf<RouteMeta>(procedure);
  if (!meta?.openapi) return [];
  const { method, path: url } = meta.openapi;
  return [{ path, type, method: method as Method, url: `/api${url}`, limit: meta.bodyBytes ?? BODY_BYTES.usual }];
});
const changes = routes.filter(({ type }) => type === 'mutation');
const byId = routes.filter(({ url }) => url.includes('{'));

const PATIENCE = { timeout: 60_000 };
const JSON_TYPE = { 'content-type': 'application/json' };

/** Bodies that no route accepts. */
const UNREADABLE = (limit: number): [string | Buffer, Record<string, string>][] => [
  ['{"name":"Changed"}', { 'content-type': 'text/plain' }],
  ['name=Changed', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['{"name":', JSON_TYPE],
  [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), JSON_TYPE],
  [`{"name":"${'x'.repeat(limit)}"}`, JSON_TYPE],
  ['{"name":"Changed"}', { ...JSON_TYPE, 'content-encoding': 'gzip' }],
  ['{"name":"Changed"}', { ...JSON_TYPE, origin: 'https://evil.example' }],
  ['["a list"]', JSON_TYPE],
];

const sessionOf = ({ cookie }: Pick<Person, 'cookie'>) => fingerprint(/portal_session=([^;]+)/.exec(cookie)?.[1] ?? '');

/** Shortens a session, so that its next successful call extends it and sets its cookies again. */
const shorten = (person: Pick<Person, 'cookie'>) =>
  portal.deps.database.accounts.execute(
    sql`update sessions set expires_at = now() + interval '3 days' where id = ${sessionOf(person)}`,
  );

/**
 * A person whose session is due for extension, and a pipeline whose use is recorded already, as is a request of another
 * site. No call of the sweeps succeeds, so all share them.
 */
let person: Person;
let pipeline: Awaited<ReturnType<Person['pipeline']>>;
beforeAll(async () => {
  person = await portal.register();
  pipeline = await person.pipeline(['ingest', 'read']);
  await person.put('/api/auth/account/profile', {}, { origin: 'https://evil.example' });
  await vi.waitUntil(async () => (await events(person, `${OWN}?type=cross_site_refused`)).length === 1, PATIENCE);
  await pipeline.get('/api/dashboard/kpis');
  await shorten(person);
});

// Each route is called as if nobody had called another that counts by the same limit.
beforeEach(async () => {
  await portal.deps.database.accounts.delete(rateLimits);
});

/** Compares what is stored before and after the tests of a group: all rows are read for it. */
function changesNoRow() {
  let before: Record<string, string>;
  beforeAll(async () => {
    before = await storedRows(portal);
  });
  it('changes no row', async () => {
    expect(await storedRows(portal)).toEqual(before);
  });
}

interface Answer {
  statusCode: number;
  headers: object;
}
const failedWithoutCookies = ({ statusCode, headers }: Answer) => statusCode >= 400 && !('set-cookie' in headers);
const offending = (answers: Answer[]) =>
  answers.filter((answer) => !failedWithoutCookies(answer)).map(({ statusCode, headers }) => ({ statusCode, headers }));

describe('a call that is refused for its body', () => {
  it.each(changes)(
    'fails and sets no cookie, over REST and tRPC, alone and in a batch: $method $url',
    async (route) => {
      const { path, method, url, limit } = route;
      const caller = path.startsWith('ingest.') ? pipeline : person;
      const address = pathTo(url, person.orgId);

      const answers: Answer[] = [];
      for (const [body, headers] of UNREADABLE(limit)) {
        answers.push(await caller.send(method, address, body, headers));
        answers.push(await caller.post(`/trpc/${path}`, body, headers));
        answers.push(await caller.post(`/trpc/${path}?batch=1`, body, headers));
      }

      // Records come as a list, and are rejected one by one.
      const refused = path === 'ingest.records' ? answers.slice(0, -3) : answers;
      expect(offending(refused)).toEqual([]);
    },
  );

  changesNoRow();
});

describe('a call for an unknown id', () => {
  it.each(byId)('is 404 and sets no cookie, over REST and tRPC: $method $url', async ({ path, method, type, url }) => {
    const operation = operations.find(({ name }) => name === `${method} ${url.slice('/api'.length)}`);
    const body = operation && exampleBody(operation, person);
    const input = { ...body, id: person.orgId, draftId: person.orgId, deliveryId: person.orgId, linkId: person.orgId };

    const versions = { version: 1, a: 1, b: 1 };
    const asked = encodeURIComponent(JSON.stringify({ ...input, ...versions }));
    const answers = [
      await person.send(method, pathTo(url, person.orgId), type === 'query' ? undefined : (body ?? {})),
      type === 'query'
        ? await person.get(`/trpc/${path}?input=${asked}`)
        : await person.post(`/trpc/${path}`, { ...input, ...versions }),
    ];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(offending(answers)).toEqual([]);
  });

  changesNoRow();
});

const PROFILE = '/api/auth/account/profile';
const PLAIN = { 'content-type': 'text/plain' };

describe('a refused sign-out', () => {
  it.each(['/api/auth/logout', '/trpc/auth.logout', '/trpc/auth.logout?batch=1'])(
    'by POST %s keeps the session and its cookies',
    async (url) => {
      const person = await portal.register();

      const response = await person.post(url, 'sign out', PLAIN);

      expect(response.statusCode).toBe(415);
      expect(response.headers['set-cookie']).toBeUndefined();
      expect((await person.get(PROFILE)).statusCode).toBe(200);
    },
  );

  it('with a 401 clears the cookies of the ended session', async () => {
    const person = await portal.register();
    await person.post('/api/auth/logout');

    const response = await person.post('/trpc/auth.logout');

    expect(response.statusCode).toBe(401);
    expect(response.cookies).toMatchObject([
      { name: 'portal_session', value: '' },
      { name: 'portal_token', value: '' },
    ]);
  });
});

describe('a session due for extension', () => {
  const lifetime = async (person: Person) => {
    const [row] = await portal.deps.database.accounts.execute<{ days: number }>(
      sql`select round(extract(epoch from expires_at - now()) / 86400)::int as days
          from sessions where id = ${sessionOf(person)}`,
    );
    return row?.days;
  };

  it('is extended by the first call of a batch that succeeds, and by none that fails', async () => {
    const person = await portal.register();
    await shorten(person);

    const failed = await person.post('/trpc/auth.account.updateProfile?batch=1', { 0: { timezone: 'Nowhere' } });
    const left = await lifetime(person);
    const mixed = await person.post('/trpc/auth.account.updateProfile,auth.account.updateProfile?batch=1', {
      0: { timezone: 'Nowhere' },
      1: { name: 'Changed' },
    });

    expect([failed.statusCode, failed.cookies, left]).toEqual([400, [], 3]);
    expect(mixed.statusCode).toBe(207);
    expect(mixed.cookies.map(({ name }) => name)).toEqual(['portal_session', 'portal_token']);
    expect(await lifetime(person)).toBe(7);
  });
});

describe('a tRPC batch', () => {
  it('sets the cookies of a call that succeeds beside one that fails', async () => {
    const person = await portal.register();

    const response = await portal.visitor().post('/trpc/auth.login,auth.verifyEmail?batch=1', {
      0: { email: person.email, password: person.password },
      1: { token: 'unknown' },
    });

    expect(response.statusCode).toBe(207);
    const [session, token, device] = response.cookies;
    expect([session?.name, token?.name, device?.name]).toEqual(['portal_session', 'portal_token', 'portal_device']);
    expect([session?.value.length, token?.value.length]).toEqual([43, 43]);
  });

  it('keeps the session when its sign-out fails', async () => {
    const person = await portal.register();

    const response = await person.post('/trpc/auth.account.updateProfile,auth.logout?batch=1', {
      0: { name: 'Changed' },
      1: ['no object'],
    });

    expect([response.statusCode, response.cookies]).toEqual([207, []]);
    expect((await person.get(PROFILE)).json().data.name).toBe('Changed');
  });

  it('makes no change whose answer would no longer fit', async () => {
    const person = await portal.register();
    const page = { title: 'Long', content: '\u0001'.repeat(160_000), contentFormat: 'html' };
    const { id } = (await person.post('/api/cms/pages', page)).json().data;

    const response = await person.post(
      `/trpc/${Array(8).fill('cms.pages.update').join(',')}?batch=1`,
      Object.fromEntries(Array.from({ length: 8 }, (_, turn) => [turn, { id, title: `Title ${turn}` }])),
    );

    const made = response.json().filter((call: object) => 'result' in call).length;
    expect(made).toBeLessThan(8);
    expect((await person.get(`/api/cms/pages/${id}`)).json().data.version).toBe(1 + made);
  });
});
