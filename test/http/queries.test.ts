import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { openPortal, type Portal } from '../helpers/portal.ts';
import { outcome, query } from '../helpers/wire.ts';

let portal: Portal;
let person: Person;
beforeAll(async () => {
  portal = await openPortal();
  person = await portal.register();
});
afterAll(() => portal.close());

const NO_NUMBERS = [
  '0x10',
  '1e1',
  '%2010',
  '10%20',
  '+10',
  '%2B10',
  '-1',
  '1.5',
  '1.0',
  '',
  '%D9%A3',
  '1_0',
  '0b1',
  'Infinity',
  'NaN',
  'ten',
  '10%0A',
  '99999999999999999999',
  'true',
  '[10]',
];

describe.each(['/api/insights/history', '/api/visibility/score-history'])('the query string of %s', (path) => {
  it.each(NO_NUMBERS)('rejects limit=%s', async (limit) => {
    const response = await person.get(`${path}?limit=${limit}`);

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
  });

  it.each([
    'limit=1&limit=2',
    'limit=1&limit=1',
    'limit=&limit=1',
    'limit',
    'limit=0',
    'limit=1;limit=2',
    'limit=1&%6Cimit=2',
  ])('rejects ?%s', async (search) => {
    const response = await person.get(`${path}?${search}`);

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
  });

  it.each(['limit=10', '', 'unknown=1&unknown=2', 'limit[]=1', 'clientId=x&orgId=x&userId=x', '&&', '__proto__=1'])(
    'accepts ?%s',
    async (search) => {
      const response = await person.get(`${path}?${search}`);

      expect(outcome(response)).toBe('200');
    },
  );
});

describe('dates in a query string', () => {
  it.each([
    'from=2026-02-01&from=2026-02-02',
    'from=',
    'from=2026-02-30',
    'from=2026-2-1',
    'from=20260201',
    'from=2026-02-01T00:00:00Z',
    'from=%202026-02-01',
    'from=yesterday',
    'from=2026-03-01&to=2026-02-01',
  ])('are rejected as ?%s', async (search) => {
    const response = await person.get(`/api/visibility/score-history?${search}`);

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    expect(response.json().issues).toEqual([{ path: 'from', message: expect.any(String) }]);
  });
});

describe('the input of a tRPC query', () => {
  it.each([{ limit: '10' }, { limit: true }, { limit: [10] }, { limit: null }, { limit: 1.5 }, 5, [], true])(
    'requires numbers and rejects %j',
    async (input) => {
      // A REST call comes first: reading numbers from its text must not loosen this one.
      await person.get('/api/insights/history?limit=10');

      const response = await person.get(query('insights.history', input));

      expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    },
  );

  it('may contain unknown keys', async () => {
    const response = await person.get(query('insights.history', { limit: 3, clientId: 'x' }));

    expect(response.json().result.data).toEqual({ runs: [], total: 0, limit: 3, offset: 0 });
  });
});
