import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const JSON_TYPE = { 'content-type': 'application/json' };

// Ways to send no input.
const SILENT: [string, string | undefined, Record<string, string>][] = [
  ['no body and no content type', undefined, {}],
  ['application/json and an empty body', '', JSON_TYPE],
  ['application/json and no body', undefined, JSON_TYPE],
  ['an empty body of another type', '', { 'content-type': 'text/plain' }],
  ['{}', '{}', JSON_TYPE],
  ['{} in an upper-case type with a charset', '{}', { 'content-type': 'Application/JSON; charset="UTF-8"' }],
  ['an unknown key', '{"whatever":1}', JSON_TYPE],
];

describe.each([
  ['logout by REST', '/api/auth/logout', [401]],
  ['logout by tRPC', '/trpc/auth.logout', [401]],
  ['revoke-others by REST', '/api/auth/account/sessions/revoke-others', [200]],
  ['revoke-others by tRPC', '/trpc/auth.account.sessions.revokeOthers', [200]],
  ['2fa/setup by REST', '/api/auth/2fa/setup', [200]],
  ['2fa/setup by tRPC', '/trpc/auth.twoFactor.setup', [200]],
] as const)('%s', (_what, url, [afterwards]) => {
  it.each(SILENT)('works with %s', async (_how, body, headers) => {
    const person = await portal.register();

    const response = await person.post(url, body, headers);

    expect(outcome(response)).toBe('200');
    expect((await person.get('/api/auth/account/profile')).statusCode).toBe(afterwards);
  });

  it('rejects bodies that are not objects, or not JSON', async () => {
    const person = await portal.register();

    const outcomes: Record<string, string> = {};
    for (const body of ['[]', '5', '"text"', 'null', 'true', '{'])
      outcomes[body] = outcome(await person.post(url, body, JSON_TYPE));

    const { '{': broken, ...others } = outcomes;
    expect(new Set(Object.values(others))).toEqual(new Set(['400 VALIDATION_ERROR']));
    expect(broken).toBe('400 INVALID_JSON');
    expect((await person.get('/api/auth/account/profile')).statusCode).toBe(200);
  });
});

describe('a DELETE', () => {
  it.each(SILENT)('works with %s', async (_how, body, headers) => {
    const person = await portal.register();
    const { id } = (await person.get('/api/auth/account/sessions')).json()[0];

    const response = await person.send('DELETE', `/api/auth/account/sessions/${id}`, body, headers);

    expect(outcome(response)).toBe('200');
  });
});
