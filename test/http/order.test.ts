import { beforeAll, describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome, sendRaw } from '../helpers/wire.ts';

const portal = portalForThisFile();
beforeAll(async () => {
  await portal.listen();
});

const JSON_TYPE = { 'content-type': 'application/json' };
const TOO_LARGE = 'x'.repeat(5 * 1024 * 1024);

// Faults of a request besides the missing session.
const WRONG: [string, string, Record<string, string>][] = [
  ['too large', TOO_LARGE, JSON_TYPE],
  ['of another type', 'x=1', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['of no type at all', '{}', { 'content-type': 'garbage' }],
  ['not JSON', '{', JSON_TYPE],
  ['unreadable', '{"name":"\\u0000"}', JSON_TYPE],
  ['invalid', '{"name":5}', JSON_TYPE],
];

describe.each([
  ['PUT', '/api/auth/account/profile'],
  ['POST', '/api/auth/logout'],
  ['POST', '/api/auth/org/api-keys'],
  ['DELETE', '/api/auth/org/api-keys/no-id'],
  ['POST', '/api/insights/query'],
  ['POST', '/api/ingest/scans'],
  ['POST', '/trpc/auth.account.updateProfile'],
  ['POST', '/trpc/insights.query'],
  ['POST', '/trpc/ingest.scans'],
] as const)('%s %s without a session', (method, url) => {
  it.each(WRONG)('returns 401 with a body that is %s', async (_what, body, headers) => {
    const response = await portal.visitor().send(method, url, body, headers);

    expect(outcome(response)).toBe('401 UNAUTHENTICATED');
  });
});

describe('without a session', () => {
  it.each(['/api/auth/account/profile', '/api/insights/history?limit=0', '/api/visibility/score-history?from=x'])(
    'GET and HEAD %s return 401 before validation',
    async (url) => {
      const answers = await Promise.all((['GET', 'HEAD'] as const).map((method) => portal.inject({ method, url })));

      expect(answers.map(outcome)).toEqual(['401 UNAUTHENTICATED', '401 UNAUTHENTICATED']);
      expect(answers[1]?.body).toBe('');
    },
  );

  it('an announced body is not awaited', async () => {
    const response = await sendRaw(portal.app, 'PUT /api/auth/account/profile', {
      'Content-Type': 'application/json',
      'Content-Length': '10000',
    });

    expect(outcome(response)).toBe('401 UNAUTHENTICATED');
  });
});

describe('a request over its limit', () => {
  const busy = portalForThisFile({ besideOthers: true, env: { RATE_LIMIT_PER_MINUTE: '2' } });

  it.each(WRONG)('returns 429 without reading its body, which is %s', async (_what, body, headers) => {
    const person = await busy.register();
    const stranger = busy.visitor();
    await person.get('/api/auth/account/profile');
    for (const _ of [1, 2]) await stranger.get('/api/auth/account/profile');

    const answers = await Promise.all([
      person.put('/api/auth/account/profile', body, headers),
      person.post('/trpc/auth.account.updateProfile', body, headers),
      stranger.put('/api/auth/account/profile', body, headers),
      stranger.post('/trpc/auth.account.updateProfile', body, headers),
    ]);

    expect(answers.map(outcome)).toEqual(Array(4).fill('429 RATE_LIMITED'));
  });
});
