import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { openBeside, type Portal, portalForThisTest } from '../helpers/portal.ts';
import { outcome, query } from '../helpers/wire.ts';

const APP = 'https://app.example';
const OTHER = 'http://localhost:5173';

let portal: Portal;
let person: Person;
beforeAll(async () => {
  portal = await openBeside({ env: { CORS_ORIGINS: `${APP}, ${OTHER}` } });
  person = await portal.register();
});
afterAll(() => portal.close());

const corsOf = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

const preflight = (to: Portal, url: string, origin: string, method: string) =>
  to.inject({
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'content-type' },
  });

describe('by default', () => {
  it('no other origin is allowed', async () => {
    const closed = await portalForThisTest({ besideOthers: true });
    const visitor = closed.visitor();

    const asked = await visitor.get('/api/visibility/scores', { origin: APP });
    const flown = await preflight(closed, '/api/auth/login', APP, 'POST');

    expect(corsOf(asked.headers)).toEqual([]);
    expect(corsOf(flown.headers)).toEqual([]);
    expect(outcome(flown)).toBe('405 METHOD_NOT_ALLOWED');
  });
});

const READ = ['/api/auth/account/profile', '/api/visibility/scores', query('auth.account.profile', {})];

describe.each(READ)('%s', (url) => {
  it.each([APP, OTHER])('is readable by %s, with credentials', async (origin) => {
    const response = await person.get(url, { origin });

    expect(outcome(response)).toBe('200');
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
    });
    // Caches must know that the response is for this origin.
    expect(String(response.headers.vary).toLowerCase()).toContain('origin');
    for (const name of ['X-Request-Id', 'X-Error-Code', 'Retry-After', 'X-RateLimit-Remaining'])
      expect(response.headers['access-control-expose-headers']).toContain(name);
  });

  it.each([
    'https://evil.example',
    'null',
    'https://app.example.evil.example',
    'https://evil-app.example',
    'http://app.example',
    'https://app.example:444',
    'https://APP.example',
    `${APP}/`,
    '*',
  ])('is not readable by %s', async (origin) => {
    const response = await person.get(url, { origin });

    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('a preflight', () => {
  it.each([
    ['/api/auth/account/profile', 'PUT'],
    ['/api/auth/account/sessions/no-id', 'DELETE'],
    ['/api/auth/login', 'POST'],
    ['/trpc/auth.login', 'POST'],
    ['/trpc/auth.account.profile', 'GET'],
  ])('for %s allows the listed origin to %s', async (url, method) => {
    const response = await preflight(portal, url, APP, method);

    expect(response.statusCode).toBe(204);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-credentials': 'true',
    });
    expect(String(response.headers['access-control-allow-methods']).split(/,\s*/)).toContain(method);
    expect(String(response.headers['access-control-allow-headers']).toLowerCase()).toContain('content-type');
  });

  it('allows nothing to any other origin', async () => {
    const response = await preflight(portal, '/api/auth/login', 'https://evil.example', 'POST');

    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('an error', () => {
  it('is readable by a listed origin', async () => {
    const answers = await Promise.all([
      portal.visitor().get('/api/visibility/scores', { origin: APP }),
      portal.visitor().get(query('visibility.scores', {}), { origin: APP }),
      portal.visitor().get('/api/nothing', { origin: APP }),
      portal.visitor().post('/api/auth/login', {}, { origin: APP }),
    ]);

    for (const { headers } of answers) expect(headers['access-control-allow-origin']).toBe(APP);
  });
});
