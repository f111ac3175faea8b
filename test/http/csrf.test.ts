import { describe, expect, it } from 'vitest';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const OWN = 'https://portal.example';

const portal = portalForThisFile({ besideOthers: true, env: { PUBLIC_URL: OWN } });

// The Host header of a browser, which another site cannot choose.
const HOST = { host: 'portal.example' };

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'http://portal.example' },
  { origin: 'http://portal.example:81' },
  { origin: 'https://portal.example:444' },
  { origin: 'https://portal.example:443' },
  { origin: 'https://portal.example.evil.example' },
  { origin: 'https://evil-portal.example' },
  { origin: 'https://portal.example@evil.example' },
  { origin: 'garbage' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
  { origin: 'null', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
];
const OURS: Record<string, string>[] = [
  {},
  { origin: OWN },
  { origin: OWN, 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  { referer: 'https://evil.example/page' },
];

const UNSAFE = [
  ['PUT', '/api/auth/account/profile', { name: 'Changed' }],
  ['POST', '/trpc/auth.account.updateProfile', { name: 'Changed' }],
  ['POST', '/trpc/auth.account.updateProfile?batch=1', { 0: { name: 'Changed' } }],
] as const;

describe.each(UNSAFE)('%s %s', (method, url, body) => {
  it.each(FOREIGN)('is rejected from another site: %j', async (headers) => {
    const person = await portal.register();

    const response = await person.send(method, url, body, { ...HOST, ...headers });

    expect(outcome(response)).toBe('403 CSRF_REJECTED');
    expect((await person.get('/api/auth/account/profile')).json().data.name).toBeNull();
  });

  it.each(OURS)('is served from the portal itself or from outside a browser: %j', async (headers) => {
    const person = await portal.register();

    const response = await person.send(method, url, body, { ...HOST, ...headers });

    expect(outcome(response)).toBe('200');
    expect((await person.get('/api/auth/account/profile')).json().data.name).toBe('Changed');
  });
});

describe('another site', () => {
  const headers = { ...HOST, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

  it.each(['/api/auth/login', '/trpc/auth.login'])('cannot sign in by %s and uses up no attempts', async (url) => {
    const { email, password } = await portal.register();
    const browser = portal.visitor();

    const response = await browser.post(url, { email, password }, headers);
    const own = await browser.post('/api/auth/login', { email, password });

    expect(outcome(response)).toBe('403 CSRF_REJECTED');
    expect(response.cookies).toEqual([]);
    expect(own.headers['x-ratelimit-remaining']).toBe('4');
  });

  it.each([
    ['POST', '/api/auth/logout'],
    ['POST', '/trpc/auth.logout'],
    ['POST', '/api/auth/account/sessions/revoke-others'],
    ['DELETE', '/api/auth/account/sessions/no-id'],
    ['POST', '/api/insights/query'],
    ['POST', '/api/auth/org/api-keys'],
    ['POST', '/api/auth/register'],
    ['POST', '/api/ingest/scans'],
  ] as const)('may not %s %s', async (method, url) => {
    const person = await portal.register();

    const response = await person.send(method, url, undefined, headers);

    expect(outcome(response)).toBe('403 CSRF_REJECTED');
    expect((await person.get('/api/auth/account/profile')).statusCode).toBe(200);
  });

  it('may send a read, but cannot see the response', async () => {
    const person = await portal.register();

    const response = await person.get('/api/auth/account/profile', headers);

    expect(outcome(response)).toBe('200');
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(response.headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('may send changes only if listed in CORS_ORIGINS', async () => {
    const open = await portalForThisTest({
      beside: portal,
      env: { PUBLIC_URL: OWN, CORS_ORIGINS: 'https://app.example' },
    });
    const person = await open.register();
    const change = (origin: string) =>
      person.put('/api/auth/account/profile', { name: 'Changed' }, { ...HOST, origin, 'sec-fetch-site': 'cross-site' });

    const answers = [
      await change('https://app.example'),
      await change('https://app.example.evil.example'),
      await change('http://app.example'),
      await change('https://x.app.example'),
      await change('https://app.example:8443'),
    ];

    expect(answers.map(outcome)).toEqual(['200', ...Array(4).fill('403 CSRF_REJECTED')]);
  });
});

/** Sends a change from a page of each origin, to the given Host. */
const changedFrom = async (env: Record<string, string>, host: string, origins: string[]) => {
  const opened = await portalForThisTest({ beside: portal, env });
  const person = await opened.register();
  const answers = [];
  for (const origin of origins)
    answers.push(await person.put('/api/auth/account/profile', { name: 'Changed' }, { host, origin }));
  return answers.map(outcome);
};

describe('own origins', () => {
  const refused = '403 CSRF_REJECTED';

  it('do not follow the Host header', async () => {
    const env = { PUBLIC_URL: OWN, CORS_ORIGINS: 'https://app.example' };

    const answers = await changedFrom(env, '127.0.0.1:3000', [
      'http://127.0.0.1:3000',
      'https://127.0.0.1:3000',
      'http://app.example',
      OWN,
      'https://app.example',
    ]);

    expect(answers).toEqual([refused, refused, refused, '200', '200']);
  });

  it('under a loopback PUBLIC_URL are its loopback names with the same scheme and port', async () => {
    const answers = await changedFrom({ PUBLIC_URL: 'http://localhost:3000' }, '127.0.0.1:3000', [
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
      'https://127.0.0.1:3000',
      'http://127.0.0.1:3001',
      'http://127.0.0.1',
      'http://127.0.0.2:3000',
      'http://localhost.evil.example:3000',
    ]);

    expect(answers).toEqual(['200', '200', '200', ...Array(5).fill(refused)]);
  });

  it('include that of APP_URL, from another site too', async () => {
    const open = await portalForThisTest({ beside: portal, env: { PUBLIC_URL: OWN, APP_URL: 'https://app.example' } });
    const person = await open.register();
    const change = (origin: string) =>
      person.put('/api/auth/account/profile', { name: 'Changed' }, { ...HOST, origin, 'sec-fetch-site': 'cross-site' });

    const answers = [await change('https://app.example'), await change('http://app.example'), await change(OWN)];

    expect(answers.map(outcome)).toEqual(['200', refused, refused]);
  });
});
