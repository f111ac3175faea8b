import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { unlike } from '../helpers/wire.ts';

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
  it('is rejected as anything but JSON', async () => {
    const person = await portal.register();

    const others = await unlike('415 UNSUPPORTED_MEDIA_TYPE', TYPES, ([, headers]) =>
      person.send(method, url, '{"name":"Changed"}', headers),
    );

    expect(others).toEqual([]);
    expect((await person.get('/api/auth/account/profile')).json().data.name).not.toBe('Changed');
  });

  it('does not sign in as anything that a form of another site could send', async () => {
    const { email, password } = await portal.register();
    const cookies: unknown[] = [];

    const others = await unlike('415 UNSUPPORTED_MEDIA_TYPE', TYPES, async ([, headers]) => {
      const response = await portal.visitor().post(login, JSON.stringify({ email, password }), headers);
      cookies.push(...response.cookies);
      return response;
    });

    expect([others, cookies]).toEqual([[], []]);
  });

  it('is read as JSON however its type is written', async () => {
    const person = await portal.register();
    const types = [
      'application/json',
      'application/json;charset=utf-8',
      'Application/Json ; Charset="utf-8"',
      'application/json; charset=UTF8',
    ];

    const names = [];
    for (const type of types) {
      const name = `Changed by ${type.replaceAll('"', '')}`;
      await person.send(method, url, JSON.stringify({ name }), { 'content-type': type });
      names.push((await person.get('/api/auth/account/profile')).json().data.name === name);
    }

    expect(names).toEqual(types.map(() => true));
  });
});
