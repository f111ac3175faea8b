import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome, query } from '../helpers/wire.ts';

const portal = portalForThisFile();
let person: Person;
beforeAll(async () => {
  person = await portal.register();
});

const JSON_TYPE = { 'content-type': 'application/json' };

const arrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;

/** A question whose JSON is `levels` deep; the outer object is the first level. */
const question = (levels: number, nest: (levels: number) => string) =>
  `{"type":"scoring","unknown":${nest(levels - 1)}}`;

const DOORS = [
  ['REST', '/api/insights/query'],
  ['tRPC', '/trpc/insights.query'],
] as const;

describe.each(DOORS)('by %s', (_way, url) => {
  it.each([
    ['arrays', arrays],
    ['objects', objects],
  ])('%s may be nested up to 32 levels', async (_what, nest) => {
    const deep = await person.post(url, question(32, nest), JSON_TYPE);
    const deeper = await person.post(url, question(33, nest), JSON_TYPE);

    expect(outcome(deep)).toBe('200');
    expect(outcome(deeper)).toBe('400 INVALID_JSON');
  });

  it.each([
    ['arrays as the body', arrays(100_000)],
    ['arrays in a field', question(100_001, arrays)],
    ['objects in a field', question(100_001, objects)],
    ['arrays that never close', '['.repeat(500_000)],
    ['arrays beside `__proto__`', `{"__proto__":{},"type":"scoring","unknown":${arrays(100_000)}}`],
    ['`__proto__` at the bottom', `{"type":"scoring","x":${'['.repeat(100_000)}{"__proto__":1}${']'.repeat(100_000)}}`],
  ])('rejects a hundred thousand nested %s and serves the next caller', async (_what, body) => {
    const response = await person.post(url, body, JSON_TYPE);

    expect(outcome(response)).toBe('400 INVALID_JSON');
    expect((await person.get('/api/visibility/scores')).statusCode).toBe(200);
  });

  it.each([
    ['as the body', JSON.stringify('x'.repeat(1_000_000))],
    ['as the question', JSON.stringify({ type: 'nlq', query: 'x'.repeat(1_000_000) })],
    ['as the type', JSON.stringify({ type: 'x'.repeat(1_000_000) })],
    ['as the options', JSON.stringify({ type: 'scoring', options: 'x'.repeat(1_000_000) })],
  ])('rejects a million characters %s', async (_where, body) => {
    const response = await person.post(url, body, JSON_TYPE);

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    // The error does not repeat the characters.
    expect(response.body.length).toBeLessThan(5_000);
  });
});

describe('the input of a tRPC query', () => {
  it('has the same depth limit as a body', async () => {
    const response = await person.get(query('insights.history', `{"limit":1,"unknown":${arrays(2000)}}`));

    expect(outcome(response)).toBe('400 INVALID_JSON');
  });

  it.each(['{', '', '%', '{"limit":1}x', 'undefined'])('is rejected when it is not JSON: %j', async (input) => {
    const response = await person.get(query('insights.history', `${input} {`));

    expect(response.statusCode).toBe(400);
    expect(response.json().error.data.httpStatus).toBe(400);
  });
});
