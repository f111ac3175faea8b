import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome, sendRaw } from '../helpers/wire.ts';

const portal = portalForThisFile();
let person: Person;
beforeAll(async () => {
  person = await portal.register();
  await portal.listen();
});

// Other spellings of /api/auth/login: each returns 404 or has the same limits.
const SPELLINGS = [
  '/api/auth/LOGIN',
  '/API/auth/login',
  '/Api/Auth/Login',
  '/api/auth/login/',
  '/api/auth/login//',
  '//api/auth/login',
  '/api//auth/login',
  '/api/auth//login',
  '/./api/auth/login',
  '/api/./auth/login',
  '/api/auth/../auth/login',
  '/api/x/../auth/login',
  '/../api/auth/login',
  '/api/auth/login/.',
  '/api/auth/login/..',
  '/api/%2e/auth/login',
  '/api/auth/%2e%2e/auth/login',
  '/api/auth/%2E%2E/auth/login',
  '/api/auth/.%2e/auth/login',
  '/api/auth%2flogin',
  '/api%2fauth%2flogin',
  '\\api\\auth\\login',
  '/api\\auth\\login',
  '/api/auth\\login',
  '/api/auth%5clogin',
  '/api/auth/login%00',
  '/api/auth/login%20',
  '/api/auth/login;x=1',
  '/api/auth/login.json',
  '/api/auth/login%2f',
  '/api/auth/l%6fgin',
  '/api/auth/login?',
  '/api/auth/login#x',
  'http://localhost/api/auth/login',
  'http://evil.example/api/auth/login',
];

describe.each(SPELLINGS)('%s', (path) => {
  it('returns 404 or is the login with all its limits', async () => {
    const address = portal.visitor().address;
    const body = JSON.stringify({ email: `${address}@example.com`, password: 'wrong' });

    const answers = [];
    for (let attempt = 1; attempt <= 6; attempt++)
      answers.push(
        await sendRaw(
          portal.app,
          `POST ${path}`,
          {
            'Content-Type': 'application/json',
            'Content-Length': String(body.length),
            'X-Forwarded-For': address,
          },
          body,
        ),
      );

    const outcomes = answers.map(({ statusCode }) => statusCode);
    const limited = [401, 401, 401, 401, 401, 429];
    const nowhere = outcomes.every((status) => status === 404 || status === 400);
    expect(nowhere ? limited : outcomes).toEqual(limited);
    for (const { headers } of answers) {
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
      expect(headers['x-error-code']).toMatch(/^[A-Z_]+$/);
    }
  });
});

describe('a path that resembles a route', () => {
  it.each([
    '/api/auth/account/profile/',
    '/api/auth/account/PROFILE',
    '/api/auth/account//profile',
    '/api/auth/account/x/../profile',
    '/api/auth/account/%2e%2e/account/profile',
    '/api/auth/account\\profile',
    '/api/auth/account/sessions/../profile',
    '/healthz/../api/auth/account/profile',
    '/docs/../api/auth/account/profile',
    '/docs/%2e%2e/api/auth/account/profile',
  ])('shows no data: %s', async (path) => {
    const response = await sendRaw(portal.app, `GET ${path}`, { Cookie: person.cookie });

    expect([400, 404, 405]).toContain(response.statusCode);
    expect(response.text).not.toContain(person.email);
  });

  it.each([
    '/docs/../package.json',
    '/docs/..%2fpackage.json',
    '/docs/%2e%2e%2f%2e%2e%2fpackage.json',
    '/docs/..\\..\\package.json',
    '/docs/js/../../../package.json',
    '/openapi.json/../package.json',
    '/package.json',
    '/.env',
    '/.git/config',
    '/portal/start.js',
  ])('does not serve files of the server: %s', async (path) => {
    const response = await sendRaw(portal.app, `GET ${path}`);

    expect(outcome(response)).toMatch(/^(404 NOT_FOUND|400 VALIDATION_ERROR)$/);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'auth', 'auth.', '.', 'auth.account', '_def'])(
    'is not a procedure: /trpc/%s',
    async (path) => {
      const answers = await Promise.all([person.get(`/trpc/${path}`), person.post(`/trpc/${path}`, {})]);

      expect(answers.map(outcome)).toEqual(['404 NOT_FOUND', '404 NOT_FOUND']);
    },
  );
});
