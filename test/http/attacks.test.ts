import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { dial, outcome, sendRaw } from '../helpers/wire.ts';

// Regression tests for attacks that once succeeded.

const portal = portalForThisFile();
beforeAll(async () => {
  await portal.listen();
});

const wrong = { email: `${randomUUID()}@example.com`, password: 'wrong' };
const forwarded = (address: string) => ({ 'x-forwarded-for': address });

describe('a proxy that forwards an address in another form', () => {
  it.each([
    ['an address with its port', '203.0.113.9:51000', '203.0.113.9:51001'],
    ['an IPv6 address in brackets', '[2001:db8:9::1]:5', '[2001:db8:9::1]:6'],
  ])('is counted by %s', async (_what, one, other) => {
    const login = (from: string) =>
      portal.inject({ method: 'POST', url: '/api/auth/login', headers: forwarded(from), payload: wrong });

    const left = [
      (await login(one)).headers['x-ratelimit-remaining'],
      (await login(other)).headers['x-ratelimit-remaining'],
    ];

    expect(left.map(Number)).toEqual([4, 3]);
  });

  it('does not get invalid text stored as an address', async () => {
    const person = await portal.register();
    const account = { email: person.email, password: person.password };

    await portal.inject({ method: 'POST', url: '/api/auth/login', headers: forwarded('<script>'), payload: account });

    const [newest] = (await person.get('/api/auth/account/sessions')).json();
    expect(newest.ipAddress).toBe('127.0.0.1');
  });
});

describe('sixty API keys created at once', () => {
  it('are limited to fifty, and every working key is listed', async () => {
    const person = await portal.register();
    const make = () => person.post('/api/auth/org/api-keys', { name: 'Key', scopes: ['read'] });

    const answers = await Promise.all(Array.from({ length: 60 }, make));

    const made = answers.filter(({ statusCode }) => statusCode === 201);
    expect(made).toHaveLength(50);
    expect((await person.get('/api/auth/org/api-keys')).json().data).toHaveLength(50);
  });
});

describe('a tRPC call', () => {
  it.each(['visibility.scoreHistory', 'insights.history'])(
    'to %s needs no input, as REST needs no parameters',
    async (path) => {
      const person = await portal.register();

      const { statusCode } = await person.get(`/trpc/${path}`);

      expect(statusCode).toBe(200);
    },
  );

  it('uses its documented parameters only', async () => {
    const person = await portal.register();

    const { statusCode } = await person.get('/trpc/auth.account.profile?connectionParams=%7B%22x%22%3A1%7D');

    expect(statusCode).toBe(200);
  });

  it('in an oversized batch returns a JSON error', async () => {
    const path = Array(21).fill('visibility.scores').join(',');

    const response = await portal.visitor().get(`/trpc/${path}?batch=1`);

    expect(response.headers['content-type']).toContain('application/json');
    expect(response.body).toContain('A batch holds at most 20 calls.');
  });
});

describe('a connection', () => {
  it('gets no second response after an early one', async () => {
    const impatient = await portalForThisTest();
    await impatient.listen();
    impatient.app.server.headersTimeout = 500;
    impatient.app.server.requestTimeout = 1000;
    const peer = dial(impatient.app);
    peer.say('POST /api/auth/logout HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{');

    const { text, statusCode } = await peer.answer();

    expect(statusCode).toBe(401);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('with an unknown Expect header passes the same guards', async () => {
    const response = await sendRaw(portal.app, 'GET /api/visibility/scores', { Expect: 'zz' });

    expect(outcome(response)).toBe('401 UNAUTHENTICATED');
    expect(response.headers['x-request-id']).toBeDefined();
  });
});

describe('an id in a path', () => {
  it.each(['x', '%F0', '%c0%af', '%00', '%zz'])('returns the same 404 for a malformed value: %s', async (id) => {
    const person = await portal.register();

    const response = await person.del(`/api/auth/account/sessions/${id}`);

    expect(response.json()).toEqual({ ok: false, error: 'There is nothing at this address.', code: 'NOT_FOUND' });
  });

  it('returns 404 when it is missing', async () => {
    const response = await portal.visitor().get('/api/auth/org/api-keys/');

    expect(outcome(response)).toBe('404 NOT_FOUND');
  });
});

describe('details', () => {
  it.each(['cross-site', 'CROSS-SITE', 'cross-site, same-origin'])(
    'Sec-Fetch-Site: %s is rejected for any Origin',
    async (site) => {
      const headers = { 'sec-fetch-site': site, origin: portal.deps.env.PUBLIC_URL };

      const response = await portal.visitor().post('/api/auth/login', wrong, headers);

      expect(outcome(response)).toBe('403 CSRF_REJECTED');
    },
  );

  it('an insights error names the field in its sentence', async () => {
    const person = await portal.register();

    const { error } = (await person.post('/api/insights/query', { type: 'nlq' })).json();

    expect(error).toContain('query: must have 1 to 2000 characters');
  });

  it.each([5, { a: 1 }, null, true])('scoring ignores a query of %j', async (query) => {
    const person = await portal.register();

    const { statusCode } = await person.post('/api/insights/query', { type: 'scoring', query });

    expect(statusCode).toBe(200);
  });

  it('a question is measured in characters, not in UTF-16 units', async () => {
    const person = await portal.register();
    const ask = (length: number) => person.post('/api/insights/query', { type: 'nlq', query: '😀'.repeat(length) });

    const answers = [await ask(2000), await ask(2001)];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400]);
  });

  it.each(['a\r\nBcc: x', 'a\u2028b', 'a\u007fb'])('a name of several lines is rejected: %j', async (name) => {
    const person = await portal.register();

    const response = await person.put('/api/auth/account/profile', { name });

    expect(response.statusCode).toBe(400);
  });

  it.each(['x-http-method-override', 'x-method-override'])(
    '%s is rejected with the allowed methods',
    async (header) => {
      const response = await portal.visitor().post('/api/auth/logout', undefined, { [header]: 'DELETE' });

      expect(outcome(response)).toBe('405 METHOD_NOT_ALLOWED');
      expect(response.headers.allow).toContain('GET');
    },
  );
});
