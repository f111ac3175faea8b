import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { outcome, query, sendRaw, unlike } from '../helpers/wire.ts';

const portal = portalForThisFile();
let person: Person;
beforeAll(async () => {
  person = await portal.register();
  await portal.listen();
});

const JSON_TYPE = { 'content-type': 'application/json' };

// JSON escapes carry such text past a UTF-8 check.
const UNSTORABLE = [
  ['NUL', '\\u0000'],
  ['a lone high surrogate', '\\ud800'],
  ['a lone low surrogate', '\\udc00'],
  ['surrogates in reverse order', '\\ude00\\ud83d'],
] as const;

describe.each(UNSTORABLE)('%s', (_what, written) => {
  const bodies = [
    `{"name":"a${written}b"}`,
    `{"name":"Ada","unknown":"${written}"}`,
    `{"name":"Ada","unknown${written}":1}`,
    `{"name":"Ada","unknown":[{"deep":[1,{"er":"${written}"}]}]}`,
    `{"name":"Ada","unknown":[{"deep":{"er${written}":null}}]}`,
    `"${written}"`,
    `["${written}"]`,
  ];

  it('is rejected anywhere in a body, by REST and tRPC', async () => {
    const byRest = (body: string) => person.put('/api/auth/account/profile', body, JSON_TYPE);
    const byRpc = (body: string) => person.post('/trpc/auth.account.updateProfile', body, JSON_TYPE);

    expect(await unlike('400 VALIDATION_ERROR', bodies, byRest)).toEqual([]);
    expect(await unlike('400 VALIDATION_ERROR', bodies, byRpc)).toEqual([]);
  });

  it('is rejected in one call of a tRPC batch', async () => {
    const body = `{"0":{"name":"Ada"},"1":{"name":"${written}"}}`;

    const response = await person.post(
      '/trpc/auth.account.updateProfile,auth.account.updateProfile?batch=1',
      body,
      JSON_TYPE,
    );

    const [good, bad] = response.json();
    expect(good.result.data.data.name).toBe('Ada');
    expect(bad.error.data).toMatchObject({ httpStatus: 400, errorCode: 'VALIDATION_ERROR' });
  });

  it.each([`{"limit":1,"x":"${written}"}`, `{"limit":1,"${written}":1}`, `{"x":[{"y":"${written}"}]}`])(
    'is rejected in the input of a tRPC query: %s',
    async (input) => {
      const response = await person.get(query('insights.history', input));

      expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    },
  );

  it('is rejected deep in a scan, of which nothing is stored', async () => {
    const pipeline = await person.pipeline();
    const text = JSON.stringify(scan({ tiers: [{ key: 'k', label: 'HERE', score: 1, weight: 1 }] }));

    const response = await pipeline.post('/api/ingest/scans', text.replace('HERE', written), JSON_TYPE);

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    expect((await person.get('/api/visibility/scores')).json().data.runId).toBeNull();
  });

  it('is rejected at login before any database query', async () => {
    const stranger = portal.visitor();

    const email = await stranger.post('/api/auth/login', `{"email":"a${written}@b.co","password":"x"}`, JSON_TYPE);
    const password = await stranger.post('/trpc/auth.login', `{"email":"a@b.co","password":"${written}"}`, JSON_TYPE);

    expect([email, password].map(outcome)).toEqual(['400 VALIDATION_ERROR', '400 VALIDATION_ERROR']);
  });
});

describe('text outside bodies', () => {
  it.each(['?limit=%00', '?limit=1&x=%00', '?limit=1&%00=1', '?x=a&x=b%00'])(
    'cannot contain NUL in a query string: %s',
    async (search) => {
      const response = await person.get(`/api/insights/history${search}`);

      expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    },
  );

  const pages = (search: string) => person.get(`/api/cms/pages?search=${search}`);
  const pagesByRpc = (search: string) => person.get(`/trpc/cms.pages.list?input=%7B%22search%22:%22${search}%22%7D`);
  it.each(['%ED%A0%80', 'a%ed%a0%80b', '%FF', '%C0%80', '%E2%82'])(
    'cannot contain in a query string what is no UTF-8: %s',
    async (search) => {
      const answers = [
        await pages(search),
        await pagesByRpc(search),
        await portal.visitor().get(`/api/cms/pages?search=${search}`),
      ];

      expect(answers.map(outcome)).toEqual(['400 VALIDATION_ERROR', '400 VALIDATION_ERROR', '401 UNAUTHENTICATED']);
    },
  );

  it.each(['%F0%9F%98%80', '%e2%82%ac', '5%25+off'])('may contain in a query string: %s', async (search) => {
    const answers = [await pages(search), await pagesByRpc(search)];

    expect(answers.map(outcome)).toEqual(['200', '200']);
  });

  it('may contain a per cent sign that escapes nothing', async () => {
    expect(outcome(await pages('100%'))).toBe('200');
  });

  it.each(['%00', 'a%00b', '%ED%A0%80', '%FF', '%zz', '%', '%C0%80', '\ud800'])(
    'returns 404 for an id that is not text: %s',
    async (id) => {
      const response = await sendRaw(portal.app, `DELETE /api/auth/account/sessions/${id}`, { Cookie: person.cookie });

      expect([400, 404]).toContain(response.statusCode);
      expect(JSON.parse(response.body)).toMatchObject({
        ok: false,
        error: expect.any(String),
        code: response.headers['x-error-code'],
      });
      expect(response.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    },
  );

  it('is stored unchanged when it is merely unusual', async () => {
    const name = 'Zoë 👩‍⚕️ \u200b \ufffd \u{10ffff}';

    const response = await person.put('/api/auth/account/profile', { name });

    expect(response.json().data.name).toBe(name);
  });
});
