import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { openPortal, type Portal } from '../helpers/portal.ts';
import { outcome, query, sendRaw } from '../helpers/wire.ts';

let portal: Portal;
let person: Person;
beforeAll(async () => {
  portal = await openPortal();
  person = await portal.register();
  await portal.listen();
});
afterAll(() => portal.close());

const ROUTES = {
  '/api/auth/register': ['POST'],
  '/api/auth/login': ['POST'],
  '/api/auth/logout': ['POST'],
  '/api/auth/2fa/setup': ['POST'],
  '/api/auth/2fa/confirm': ['POST'],
  '/api/auth/2fa/verify-login': ['POST'],
  '/api/auth/2fa/verify-backup-code': ['POST'],
  '/api/auth/2fa/disable': ['POST'],
  '/api/auth/2fa/regenerate-backup-codes': ['POST'],
  '/api/auth/account/activity': ['GET', 'HEAD'],
  '/api/auth/org/activity': ['GET', 'HEAD'],
  '/api/auth/verify-email': ['POST'],
  '/api/auth/resend-verification': ['POST'],
  '/api/auth/forgot-password': ['POST'],
  '/api/auth/reset-password': ['POST'],
  '/api/auth/account/change-password': ['POST'],
  '/api/auth/account': ['DELETE'],
  '/api/auth/account/change-email': ['POST'],
  '/api/auth/account/profile': ['GET', 'HEAD', 'PUT'],
  '/api/auth/account/sessions': ['GET', 'HEAD'],
  '/api/auth/account/sessions/no-id': ['DELETE'],
  '/api/auth/account/sessions/revoke-others': ['POST'],
  '/api/auth/accept-invitation': ['POST'],
  '/api/auth/org': ['GET', 'HEAD', 'PUT', 'DELETE'],
  '/api/auth/org/export': ['POST'],
  '/api/auth/org/exports': ['GET', 'HEAD'],
  '/api/auth/org/list': ['GET', 'HEAD'],
  '/api/auth/org/switch': ['POST'],
  '/api/auth/org/members': ['GET', 'HEAD'],
  '/api/auth/org/leave': ['POST'],
  '/api/auth/org/members/no-id': ['PUT', 'DELETE'],
  '/api/auth/org/members/no-id/sessions': ['DELETE'],
  '/api/auth/org/invitations': ['GET', 'HEAD', 'POST'],
  '/api/auth/org/invitations/no-id': ['DELETE'],
  '/api/auth/org/api-keys': ['GET', 'HEAD', 'POST'],
  '/api/auth/org/api-keys/no-id': ['DELETE'],
  '/api/ingest/scans': ['POST'],
  '/api/visibility/scores': ['GET', 'HEAD'],
  '/api/visibility/score-history': ['GET', 'HEAD'],
  '/api/cms/pages': ['GET', 'HEAD', 'POST'],
  '/api/cms/pages/bin': ['GET', 'HEAD'],
  '/api/cms/pages/no-id': ['DELETE', 'GET', 'HEAD', 'PUT'],
  '/api/cms/pages/no-id/restore': ['POST'],
  '/api/cms/pages/no-id/schedule': ['DELETE', 'POST'],
  '/api/cms/pages/no-id/comments': ['GET', 'HEAD', 'POST'],
  '/api/cms/pages/no-id/metadata': ['PUT'],
  '/api/cms/pages/no-id/scores': ['GET', 'HEAD'],
  '/api/cms/pages/no-id/versions': ['GET', 'HEAD'],
  '/api/cms/pages/no-id/versions/1/restore': ['POST'],
  '/api/cms/pages/no-id/versions/1/diff/2': ['GET', 'HEAD'],
  '/api/cms/pages/no-id/activity': ['GET', 'HEAD'],
  '/api/cms/templates': ['GET', 'HEAD'],
  '/api/templates': ['GET', 'HEAD'],
  '/api/content-suggestions': ['GET', 'HEAD'],
  '/api/content-suggestions/review-count': ['GET', 'HEAD'],
  '/api/content-suggestions/analytics': ['GET', 'HEAD'],
  '/api/content-suggestions/no-id': ['PUT'],
  '/api/content-suggestions/no-id/page': ['POST'],
  '/api/content-suggestions/no-id/feedback': ['POST'],
  '/api/content-calendar': ['GET', 'HEAD'],
  '/api/content-performance': ['GET', 'HEAD'],
  '/api/visibility/content-impact': ['GET', 'HEAD'],
  '/api/dashboard/content-impact': ['GET', 'HEAD'],
  '/api/insights/query': ['POST'],
  '/api/insights/history': ['GET', 'HEAD'],
  '/api/billing/subscription': ['GET', 'HEAD'],
  '/api/billing/invoices': ['GET', 'HEAD'],
  '/api/billing/portal': ['POST'],
  '/api/billing/webhook': ['POST'],
  '/api/webhooks': ['GET', 'HEAD', 'POST'],
  '/api/webhooks/no-id': ['DELETE', 'PUT'],
  '/api/webhooks/no-id/test': ['POST'],
  '/api/webhooks/no-id/rotate': ['POST'],
  '/api/webhooks/no-id/deliveries': ['GET', 'HEAD'],
  '/api/webhooks/no-id/deliveries/no-id/replay': ['POST'],
};
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

describe.each(Object.entries(ROUTES))('%s', (url, served) => {
  it.each(METHODS.filter((method) => !served.includes(method)))('answers %s with 405 and Allow', async (method) => {
    const response = await sendRaw(portal.app, `${method} ${url}`, { 'Content-Length': '0' });

    expect(outcome(response)).toBe('405 METHOD_NOT_ALLOWED');
    const allowed = response.headers.allow?.split(', ').sort();
    // The path of one session also matches the revocation of the others.
    expect(allowed).toEqual(expect.arrayContaining([...served].sort()));
    expect(allowed).not.toContain(method);
  });
});

describe.each([
  '/',
  '/favicon.ico',
  '/docs',
  '/docs/',
  '/docs/js/scalar.js',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
])('%s', (url) => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'is read-only: %s returns 405 and Allow',
    async (method) => {
      const response = await portal.inject({ method, url: `${url}?x=1` });

      expect([outcome(response), response.headers.allow]).toEqual(['405 METHOD_NOT_ALLOWED', 'GET, HEAD']);
    },
  );
});

describe('/unsubscribe', () => {
  it.each(['PUT', 'PATCH', 'DELETE'] as const)('answers %s with 405 and names POST in Allow', async (method) => {
    const response = await portal.inject({ method, url: '/unsubscribe?token=x' });

    expect([outcome(response), response.headers.allow]).toEqual(['405 METHOD_NOT_ALLOWED', 'GET, HEAD, POST']);
  });
});

describe('TRACE', () => {
  it.each([
    ...Object.keys(ROUTES),
    '/',
    '/healthz',
    '/trpc/auth.account.profile',
    '/openapi.json',
    '/docs',
    '/nothing',
  ])('is rejected at %s and echoes nothing', async (url) => {
    const response = await sendRaw(portal.app, `TRACE ${url}`, { Cookie: person.cookie });

    expect([404, 405]).toContain(response.statusCode);
    expect(response.text).not.toContain(person.cookie);
  });
});

describe('a rare method', () => {
  it.each(['PROPFIND', 'SEARCH', 'LOCK', 'PURGE', 'QUERY'])('is rejected: %s', async (method) => {
    const response = await sendRaw(portal.app, `${method} /api/auth/account/profile`, { Cookie: person.cookie });

    expect(outcome(response)).toMatch(/^(405 METHOD_NOT_ALLOWED|404 NOT_FOUND)$/);
  });
});

describe('CONNECT', () => {
  it('opens no tunnel', async () => {
    const response = await sendRaw(portal.app, 'CONNECT example.com:443');

    expect(response.text).not.toMatch(/^HTTP\/1\.1 2/);
  });
});

describe('a method override', () => {
  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])('by %s is rejected', async (header) => {
    const { id } = (await person.get('/api/auth/account/sessions')).json()[0];

    const answers = await Promise.all([
      person.get(`/api/auth/account/sessions/${id}`, { [header]: 'DELETE' }),
      person.post(`/api/auth/account/sessions/${id}`, undefined, { [header]: 'DELETE' }),
      person.post('/trpc/auth.account.profile', undefined, { [header]: 'GET' }),
    ]);

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([405, 405, 405]);
    expect((await person.get('/api/auth/account/profile')).statusCode).toBe(200);
  });

  it('by a query parameter or form field is ignored', async () => {
    const { id } = (await person.get('/api/auth/account/sessions')).json()[0];

    const answers = await Promise.all([
      person.post(`/api/auth/account/sessions/${id}?_method=DELETE`),
      person.get('/trpc/auth.logout?_method=POST'),
    ]);

    expect(answers.map(outcome)).toEqual(['405 METHOD_NOT_ALLOWED', '405 METHOD_NOT_ALLOWED']);
    expect((await person.get('/api/auth/account/profile')).statusCode).toBe(200);
  });
});

const READ = Object.entries(ROUTES).flatMap(([url, served]) => (served.includes('GET') ? [url] : []));

describe.each([...READ, query('auth.account.profile', {}), query('insights.history', { limit: 3 })])(
  'HEAD %s',
  (url) => {
    it('answers as GET does, without the body', async () => {
      const get = await person.get(url);
      const head = await portal.inject({
        method: 'HEAD',
        url,
        headers: { cookie: person.cookie, 'x-forwarded-for': person.address },
      });

      expect(head.statusCode).toBe(get.statusCode);
      expect(head.body).toBe('');
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
      expect(head.headers['cache-control']).toBe('private, no-store');
      expect('x-ratelimit-limit' in head.headers).toBe('x-ratelimit-limit' in get.headers);
    });

    it('is 401 without a session', async () => {
      const response = await portal.inject({ method: 'HEAD', url });

      expect(outcome(response)).toBe('401 UNAUTHENTICATED');
      expect(response.body).toBe('');
    });
  },
);

describe('HEAD of an unreadable path', () => {
  it.each(['/trpc/auth.login', '/trpc/auth.logout', '/trpc/nothing', '/api/nothing', '/api/auth/login'])(
    'is rejected at %s',
    async (url) => {
      const response = await portal.inject({ method: 'HEAD', url });

      expect([404, 405]).toContain(response.statusCode);
    },
  );
});
