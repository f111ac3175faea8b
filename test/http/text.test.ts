import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { openPortal, type Portal } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { outcome, query, sendRaw } from '../helpers/wire.ts';

let portal: Portal;
let person: Person;
beforeAll(async () => {
  portal = await openPortal();
  person = await portal.register();
  await portal.listen();
});
afterAll(() => portal.close());

const JSON_TYPE = { 'content-type': 'application/json' };

// As JSON escapes: that is how such text gets through a UTF-8 check.
const UNSTORABLE = [
  ['NUL', '\\u0000'],
  ['a high surrogate alone', '\\ud800'],
  ['a low surrogate alone', '\\udc00'],
  ['surrogates the wrong way round', '\\ude00\\ud83d'],
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

  it.each(bodies)('is refused in a REST body: %s', async (body) => {
    const response = await person.put('/api/auth/account/profile', body, JSON_TYPE);

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
  });

  it.each(bodies)('is refused in a tRPC body: %s', async (body) => {
    const response = await person.post('/trpc/auth.account.updateProfile', body, JSON_TYPE);

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
  });

  it('is refused in one call of a tRPC batch', async () => {
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
    'is refused in the input of a tRPC query: %s',
    async (input) => {
      const response = await person.get(query('insights.history', input));

      expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    },
  );

  it('is refused deep in a scan, and nothing of it is stored', async () => {
    const pipeline = await person.pipeline();
    const text = JSON.stringify(scan({ tiers: [{ key: 'k', label: 'HERE', score: 1, weight: 1 }] }));

    const response = await pipeline.post('/api/ingest/scans', text.replace('HERE', written), JSON_TYPE);

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    expect((await person.get('/api/visibility/scores')).json().data.runId).toBeNull();
  });

  it('is refused at login, before it could reach the database', async () => {
    const stranger = portal.visitor();

    const email = await stranger.post('/api/auth/login', `{"email":"a${written}@b.co","password":"x"}`, JSON_TYPE);
    const password = await stranger.post('/trpc/auth.login', `{"email":"a@b.co","password":"${written}"}`, JSON_TYPE);

    expect([email, password].map(outcome)).toEqual(['400 VALIDATION_ERROR', '400 VALIDATION_ERROR']);
  });
});

describe('text outside of bodies', () => {
  it.each(['?limit=%00', '?limit=1&x=%00', '?limit=1&%00=1', '?x=a&x=b%00'])(
    'holds no NUL in a query string: %s',
    async (search) => {
      const response = await person.get(`/api/insights/history${search}`);

      expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    },
  );

  it.each(['%00', 'a%00b', '%ED%A0%80', '%FF', '%zz', '%', '%C0%80', '\ud800'])(
    'finds nothing by an id that is no text: %s',
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

  it('is kept as it is where it is only unusual', async () => {
    const name = 'Zoë 👩‍⚕️ \u200b \ufffd \u{10ffff}';

    const response = await person.put('/api/auth/account/profile', { name });

    expect(response.json().data.name).toBe(name);
  });
});
