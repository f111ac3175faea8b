import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const TYPES: [string, Record<string, string>][] = [
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['plain text', { 'content-type': 'text/plain' }],
  ['plain text that mentions JSON', { 'content-type': 'text/plain; x=application/json' }],
  ['XML', { 'content-type': 'application/xml' }],
  ['bytes', { 'content-type': 'application/octet-stream' }],
  ['JSON in another charset', { 'content-type': 'application/json; charset=utf-16' }],
  ['a type that only begins like JSON', { 'content-type': 'application/jsonp' }],
  ['two types', { 'content-type': 'application/json, text/plain' }],
  ['a malformed type', { 'content-type': 'garbage' }],
  ['no type', {}],
  ['compressed JSON', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
];

const DOORS = [
  ['REST', 'PUT', '/api/auth/account/profile', '/api/auth/login'],
  ['tRPC', 'POST', '/trpc/auth.account.updateProfile', '/trpc/auth.login'],
] as const;

describe.each(DOORS)('a body by %s', (_way, method, url, login) => {
  it.each(TYPES)('is rejected as %s', async (_what, headers) => {
    const person = await portal.register();

    const response = await person.send(method, url, '{"name":"Changed"}', headers);

    expect(outcome(response)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    expect((await person.get('/api/auth/account/profile')).json().data.name).not.toBe('Changed');
  });

  it.each(TYPES)('does not sign in as %s, which a form of another site could send', async (_what, headers) => {
    const { email, password } = await portal.register();

    const response = await portal.visitor().post(login, JSON.stringify({ email, password }), headers);

    expect(outcome(response)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    expect(response.cookies).toEqual([]);
  });

  it.each([
    'application/json',
    'application/json;charset=utf-8',
    'Application/Json ; Charset="utf-8"',
    'application/json; charset=UTF8',
  ])('is read as %s', async (type) => {
    const person = await portal.register();

    const response = await person.send(method, url, '{"name":"Changed"}', { 'content-type': type });

    expect(outcome(response)).toBe('200');
    expect((await person.get('/api/auth/account/profile')).json().data.name).toBe('Changed');
  });
});
