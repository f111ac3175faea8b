import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../helpers/documented.ts';
import { exampleQuery } from '../helpers/examples.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome, pathTo, query, sendRaw } from '../helpers/wire.ts';

const portal = portalForThisFile();
let person: Person;
beforeAll(async () => {
  person = await portal.register();
  await portal.listen();
});

/** The methods of each address of the document. Those of operators do not exist for others, whatever the method. */
const served = new Map<string, string[]>();
for (const { method, path } of operations.filter(({ path }) => !path.startsWith('/operator/'))) {
  const url = `/api${pathTo(path, 'no-id')}`;
  served.set(url, [...(served.get(url) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
}
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

describe.each([...served])('%s', (url, allowed) => {
  it('answers every other method with 405 and Allow', async () => {
    const others = METHODS.filter((method) => !allowed.includes(method));

    for (const method of others) {
      const response = await sendRaw(portal.app, `${method} ${url}`, { 'Content-Length': '0' });

      expect([method, outcome(response)]).toEqual([method, '405 METHOD_NOT_ALLOWED']);
      // The path of one session also matches the revocation of the others.
      const told = response.headers.allow?.split(', ');
      expect(told).toEqual(expect.arrayContaining(allowed));
      expect(told).not.toContain(method);
    }
  });
});

describe.each(['/', '/favicon.ico', '/docs', '/docs/', '/openapi.json', '/healthz', '/readyz', '/metrics'])(
  '%s',
  (url) => {
    it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
      'is read-only: %s returns 405 and Allow',
      async (method) => {
        const response = await portal.inject({ method, url: `${url}?x=1` });

        expect([outcome(response), response.headers.allow]).toEqual(['405 METHOD_NOT_ALLOWED', 'GET, HEAD']);
      },
    );
  },
);

describe('/unsubscribe', () => {
  it.each(['PUT', 'PATCH', 'DELETE'] as const)('answers %s with 405 and names POST in Allow', async (method) => {
    const response = await portal.inject({ method, url: '/unsubscribe?token=x' });

    expect([outcome(response), response.headers.allow]).toEqual(['405 METHOD_NOT_ALLOWED', 'GET, HEAD, POST']);
  });
});

describe('TRACE', () => {
  it.each([
    '/api/auth/login',
    '/api/cms/pages/no-id',
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

const READ = operations.flatMap(({ method, path, operation }) =>
  method === 'GET' && operation.security?.length && !/[{]|^\/(operator|ingest)\/|report$|export$/.test(path)
    ? [`/api${path}${exampleQuery({ operation })}`]
    : [],
);

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
      expect(head.headers['cache-control']).toBe(get.headers['cache-control']);
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
