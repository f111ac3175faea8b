import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { recommendation } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';
import { query } from '../helpers/wire.ts';

const portal = portalForThisFile();

async function recommended(recommendations: object[]) {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  const response = await pipeline.post('/api/ingest/scans', scan({ recommendations }));
  expect(response.statusCode).toBe(201);
  const read = async (search = '') => (await person.get(`/api/visibility/recommendations${search}`)).json();
  return { person, read, titles: async (search = '') => (await read(search)).data.map(titleOf) };
}

const titleOf = ({ title }: { title: string }) => title;

describe('GET /api/visibility/recommendations', () => {
  it('returns an empty list before the first scan', async () => {
    const person = await portal.register();

    const response = await person.get('/api/visibility/recommendations');

    expect(response.json()).toEqual({ ok: true, data: [] });
  });

  it('returns exactly the specified fields', async () => {
    const { read } = await recommended([recommendation({ estimatedScoreLift: 2.5, id: 'forged' })]);

    expect((await read()).data).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        title: 'Ask for reviews',
        description: 'After each visit.',
        impact: 'high',
        effort: 'low',
        category: 'reviews',
        priorityScore: 60,
        status: 'open',
        estimatedScoreLift: 2.5,
      },
    ]);
  });

  it('sorts by descending priority, then in the order of the scan', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const priorities = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 });

    await fc.assert(
      fc.asyncProperty(priorities, async (scores) => {
        const recommendations = scores.map((score, position) =>
          recommendation({ priorityScore: score * 5, title: String(position) }),
        );
        await pipeline.post('/api/ingest/scans', scan({ externalId: 'random', recommendations }));

        const { data } = (await person.get('/api/visibility/recommendations')).json();

        const expected = Array.from({ length: 21 }, (_, level) => 20 - level).flatMap((level) =>
          scores.flatMap((score, position) => (score === level ? [String(position)] : [])),
        );
        expect(data.map(titleOf)).toEqual(expected);
      }),
      { numRuns: 15, seed: 20261121 },
    );
  });

  it('filters by status and limits the number', async () => {
    const { titles } = await recommended([
      recommendation({ title: 'a', priorityScore: 90, status: 'done' }),
      recommendation({ title: 'b', priorityScore: 80 }),
      recommendation({ title: 'c', priorityScore: 70 }),
      recommendation({ title: 'd', priorityScore: 60, status: 'dismissed' }),
    ]);

    const answers = [
      await titles(),
      await titles('?status=open'),
      await titles('?status=accepted'),
      await titles('?limit=2'),
      await titles('?status=open&limit=1&clientId=x'),
    ];

    expect(answers).toEqual([['a', 'b', 'c', 'd'], ['b', 'c'], [], ['a', 'b'], ['b']]);
  });

  it.each(['limit=0', 'limit=501', 'limit=1.5', 'limit=1e1', 'limit=', 'limit=1&limit=2', 'status=', 'status=new'])(
    'rejects ?%s',
    async (search) => {
      const person = await portal.register();

      const response = await person.get(`/api/visibility/recommendations?${search}`);

      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ ok: false, code: 'VALIDATION_ERROR', issues: [{}] });
    },
  );

  it('rejects a number sent as text over tRPC', async () => {
    const { person } = await recommended([recommendation()]);

    const [good, bad] = [
      await person.get(query('visibility.recommendations.list', { status: 'open', limit: 5 })),
      await person.get(query('visibility.recommendations.list', { limit: '5' })),
    ];

    expect(good.json().result.data.data).toHaveLength(1);
    expect(bad.statusCode).toBe(400);
  });
});
