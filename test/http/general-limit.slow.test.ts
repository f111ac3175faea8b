import type { LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import { document } from '../../openapi/document.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { outcome, query } from '../helpers/wire.ts';

const portal = portalForThisFile();

const POLICY = '"general";q=600;w=60';
const STATE = /^"general";r=(\d+);t=(\d+)$/;

/** The calls left by the RateLimit header of each answer. */
const left = (answers: LightMyRequestResponse[]) =>
  answers.map(({ headers }) => Number(STATE.exec(String(headers.ratelimit))?.[1]));

it.each([
  ['in the database', true],
  ['in memory', false],
])('RateLimit and RateLimit-Policy tell the general limit on every answer that counts, %s', async (_, counted) => {
  const own = await portalForThisTest({ countInDatabase: counted });
  const person = await own.register();
  const first = left([await person.get('/api/dashboard/goals')])[0] ?? 0;

  const answers = [
    await person.get('/api/dashboard/goals'),
    await person.get('/api/dashboard/goals', { 'if-none-match': '"none"' }),
    await person.get('/api/cms/pages?limit=many'),
    await person.get('/api/cms/pages/no-id'),
    await person.put('/api/auth/account/profile', '{', { 'content-type': 'application/json' }),
    await person.post('/api/auth/account/sessions/revoke-others', 'text', { 'content-type': 'text/plain' }),
    await person.post('/api/ingest/records', []),
    await person.get(query('dashboard.goals.list', {})),
    await person.get(query('cms.pages.get', { id: 'no-id' })),
    await person.get(query('dashboard.goals.list,dashboard.roi', {}).replace('?', '?batch=1&')),
  ];

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 400, 404, 400, 415, 401, 200, 404, 200]);
  expect(answers.map(({ headers }) => headers['ratelimit-policy'])).toEqual(answers.map(() => POLICY));
  // A batch of two calls counts twice, and its answer tells the state after both.
  expect(left(answers)).toEqual([...Array.from({ length: 9 }, (_, n) => first - 1 - n), first - 11]);
});

it('strangers, keys, assets and Stripe are told the limit that counts them', async () => {
  const person = await portal.register();
  const reader = await person.pipeline(['read']);

  const answers = [
    await portal.visitor().get('/api/dashboard/goals'),
    await portal.visitor().get('/api/insights/history'),
    await portal.visitor().get('/openapi.json'),
    await portal.visitor().post('/api/billing/webhook', {}),
    await reader.get('/api/dashboard/goals'),
  ];

  expect(answers.map(({ headers }) => headers['ratelimit-policy'])).toEqual(answers.map(() => POLICY));
  expect(left(answers)).toEqual([599, 599, 599, 599, 599]);
});

it('answers that count against another limit, or against none, do not tell it', async () => {
  const person = await portal.register();
  const unlimited = await portalForThisTest({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
  const free = await unlimited.register();

  const answers = [
    await person.get('/api/insights/history'),
    await person.post('/api/auth/login', {}),
    await person.get('/api/nothing'),
    await person.get('/healthz'),
    await free.get('/api/dashboard/goals'),
  ];

  expect(answers.flatMap(({ headers }) => [headers.ratelimit, headers['ratelimit-policy']])).toEqual(
    Array(10).fill(undefined),
  );
});

it('a refusal tells the limit that refuses, with the seconds to its end', async () => {
  const small = await portalForThisTest({ env: { RATE_LIMIT_PER_MINUTE: '3' } });
  const few = await portalForThisTest({ env: { RATE_LIMIT_PER_CLIENT: '3' } });
  const exceed = async (person: Awaited<ReturnType<typeof small.register>>) => {
    for (let call = 0; call < 3; call++) await person.get('/api/dashboard/goals');
    return [await person.get('/api/dashboard/goals'), await person.get(query('dashboard.goals.list', {}))];
  };

  const own = await exceed(await small.register());
  const organization = await exceed(await few.register());

  for (const response of own) {
    expect(outcome(response)).toBe('429 RATE_LIMITED');
    expect(response.headers['ratelimit-policy']).toBe('"general";q=3;w=60');
    expect(response.headers.ratelimit).toBe(`"general";r=0;t=${response.headers['retry-after']}`);
  }
  for (const response of organization) {
    expect(outcome(response)).toBe('429 RATE_LIMITED');
    expect(response.headers['ratelimit-policy']).toBe(`${POLICY}, "organization";q=3;w=60`);
    expect(response.headers.ratelimit).toMatch(/^"general";r=\d+;t=\d+, "organization";r=0;t=\d+$/);
  }
});

it('a frontend of another origin may read them', async () => {
  const open = await portalForThisTest({ env: { CORS_ORIGINS: 'https://app.example' } });

  const { headers } = await open.visitor().get('/api/dashboard/goals', { origin: 'https://app.example' });

  const exposed = String(headers['access-control-expose-headers']).split(', ');
  expect(exposed).toEqual(expect.arrayContaining(['RateLimit', 'RateLimit-Policy']));
});

it('the document has them on every answer of a route under the general limit', async () => {
  const { responses = {} } = document.paths?.['/dashboard/goals']?.get ?? {};
  const resolved = Object.values(responses).map((response) =>
    '$ref' in response ? document.components?.responses?.[response.$ref.split('/').at(-1) ?? ''] : response,
  );

  const lacking = resolved.filter((response) => {
    const headers = response && 'headers' in response ? response.headers : {};
    return !headers || !('RateLimit' in headers && 'RateLimit-Policy' in headers);
  });
  expect(resolved.length).toBeGreaterThan(4);
  expect(lacking).toEqual([]);
});
