import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome, query, unlike } from '../helpers/wire.ts';

const portal = portalForThisFile();
let person: Person;
beforeAll(async () => {
  person = await portal.register();
});

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
  const ask = (search: string) => person.get(`${path}?${search}`);

  it('rejects a limit that is no whole number in digits', async () => {
    expect(await unlike('400 VALIDATION_ERROR', NO_NUMBERS, (limit) => ask(`limit=${limit}`))).toEqual([]);
  });

  it('rejects a parameter that is given twice, or without a value', async () => {
    const searches = [
      'limit=1&limit=2',
      'limit=1&limit=1',
      'limit=&limit=1',
      'limit',
      'limit=0',
      'limit=1;limit=2',
      'limit=1&%6Cimit=2',
    ];

    expect(await unlike('400 VALIDATION_ERROR', searches, ask)).toEqual([]);
  });

  it('accepts unknown parameters', async () => {
    const searches = [
      'limit=10',
      '',
      'unknown=1&unknown=2',
      'limit[]=1',
      'clientId=x&orgId=x&userId=x',
      '&&',
      '__proto__=1',
    ];

    expect(await unlike('200', searches, ask)).toEqual([]);
  });
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
