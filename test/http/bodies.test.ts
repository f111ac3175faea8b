import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();
let person: Person;
beforeAll(async () => {
  person = await portal.register();
});

const JSON_TYPE = { 'content-type': 'application/json' };

const QUESTION = [
  ['REST', '/api/insights/query'],
  ['tRPC', '/trpc/insights.query'],
] as const;

describe.each(QUESTION)('a question by %s', (_way, url) => {
  it.each(['5', true, [4], 5.5, null, {}])('rejects %j as a number', async (maxRecommendations) => {
    // A valid call comes first: it must not loosen the validation of the next.
    await person.post(url, { type: 'scoring', options: { maxRecommendations: 5 } });

    const response = await person.post(url, { type: 'scoring', options: { maxRecommendations } });

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
  });

  it.each([5, true, ['why'], { text: 'why' }])('rejects %j as text', async (text) => {
    const response = await person.post(url, { type: 'nlq', query: text });

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
  });
});

describe.each([
  ['REST', '/api/ingest/scans'],
  ['tRPC', '/trpc/ingest.scans'],
])('a scan by %s', (_way, url) => {
  const rival = {
    name: 'Rival',
    domain: 'rival.example',
    raw_score: 50,
    dynamic_score: 50,
    overall_score: 50,
    asOf: '2026-02-15T02:00:00.000Z',
    tiers: {},
    components: {},
  };

  it.each(['false', 'true', 0, 1, [true]])('rejects %j as a boolean', async (excluded) => {
    const pipeline = await person.pipeline();
    const fine = await pipeline.post(url, scan({ competitors: [{ ...rival, excluded: false }] }));

    const response = await pipeline.post(url, scan({ competitors: [{ ...rival, excluded }] }));

    expect(fine.statusCode).toBeLessThan(300);
    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
  });

  it.each(['61.2', true, [61.2]])('rejects %j as a score', async (rawScore) => {
    const pipeline = await person.pipeline();

    const response = await pipeline.post(url, scan({ overall: { rawScore, dynamicScore: 1, confidence: 1 } }));

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
  });
});

const LOGIN = [
  ['REST', '/api/auth/login'],
  ['tRPC', '/trpc/auth.login'],
] as const;

describe.each(LOGIN)('a body by %s', (_way, url) => {
  it.each(['{', '{"email":}', "{'email':1}", '{}{}', 'undefined', 'NaN', '\u0000', '[1,]', '// {}', '{"a":"\n"}'])(
    'is rejected when it is not JSON: %j',
    async (text) => {
      const response = await portal.visitor().post(url, text, JSON_TYPE);

      expect(outcome(response)).toBe('400 INVALID_JSON');
    },
  );

  it.each([
    ['a stray byte', [0xff]],
    ['a truncated sequence', [0xc3]],
    ['an overlong NUL', [0xc0, 0x80]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['a code point beyond Unicode', [0xf5, 0x80, 0x80, 0x80]],
  ])('is rejected when it is not UTF-8: %s', async (_what, bytes) => {
    const body = Buffer.concat([
      Buffer.from('{"email":"a@example.com","password":"'),
      Buffer.from(bytes),
      Buffer.from('"}'),
    ]);

    const response = await portal.visitor().post(url, body, JSON_TYPE);

    expect(outcome(response)).toBe('400 INVALID_JSON');
  });

  it.each(['null', 'true', '5', '"text"', '[]', '[{"email":"a@example.com","password":"a password"}]'])(
    'is rejected when it is not an object: %s',
    async (text) => {
      const response = await portal.visitor().post(url, text, JSON_TYPE);

      expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    },
  );

  it('with `__proto__` does not pollute other objects', async () => {
    const { email, password } = person;
    const body = `{"__proto__":${JSON.stringify({ email, password })}}`;

    const response = await portal.visitor().post(url, body, JSON_TYPE);

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
  });
});

describe('a body', () => {
  it.each([
    '{"jobTitle":"Dentist","__proto__":{"polluted":true}}',
    '{"jobTitle":"Dentist","constructor":{"prototype":{"polluted":true}}}',
    '{"jobTitle":"Dentist","x":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}',
    '{"jobTitle":"Dentist","\\u005f_proto__":{"polluted":true}}',
  ])('is read safely: %s', async (text) => {
    const response = await person.put('/api/auth/account/profile', text, JSON_TYPE);

    expect(outcome(response)).toBe('200');
    expect(response.json().data.jobTitle).toBe('Dentist');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('holds at most 50,000 values', async () => {
    const ask = (count: number) =>
      person.post('/api/insights/query', { type: 'scoring', unknown: Array.from({ length: count }, () => 1) });

    const [fits, refused] = [await ask(49_000), await ask(51_000)];

    expect([fits, refused].map(outcome)).toEqual(['200', '400 INVALID_JSON']);
    expect(refused.json().error).toBe('The body holds more than 50,000 values.');
  });

  it('may contain unknown keys', async () => {
    const response = await person.put('/api/auth/account/profile', { timezone: 'Europe/Berlin', favouriteColour: 1 });

    expect(outcome(response)).toBe('200');
    expect(response.json().data).toMatchObject({ timezone: 'Europe/Berlin' });
    expect(response.body).not.toContain('favouriteColour');
  });
});
