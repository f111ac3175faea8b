import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { insightRuns, insightRunTotals } from '../../db/schema/index.ts';
import { SCORE_KEYS } from '../../insights/score-keys.ts';
import { runLog } from '../../routers/insights/runs.ts';
import { clientDb } from '../helpers/client-db.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

const QUERY = '/api/insights/query';
const KEYS = [
  'ai_model',
  'ai_provider',
  'completed_at',
  'execution_time_ms',
  'id',
  'input_params',
  'result_data',
  'run_type',
  'tokens_used',
];

describe('POST /api/insights/query', () => {
  it('answers from the client’s own figures with exactly the specified keys', async () => {
    const person = await portal.register();
    await (await person.pipeline()).post('/api/ingest/scans', scan());

    const response = await person.post(QUERY, { type: 'scoring' });

    const answer = response.json();
    expect(response.statusCode).toBe(200);
    expect(Object.keys(answer).sort()).toEqual([
      'answer',
      'confidence',
      'metadata',
      'recommendations',
      'sources',
      'suggestions',
      'type',
    ]);
    expect(Object.keys(answer.metadata).sort()).toEqual([
      'ai_model',
      'ai_provider',
      'execution_time_ms',
      'tokens_used',
    ]);
    expect(answer.answer).toContain('58.4');
    expect(answer).toMatchObject({ type: 'answer', confidence: 0.82, sources: ['visibility_scores'] });
  });

  it('counts more than 20 recommendations as 20', async () => {
    const person = await portal.register();
    const components = Array.from({ length: 24 }, (_, at) => ({
      key: SCORE_KEYS[at] ?? 'other',
      label: `Component ${at}`,
      tier: 'foundation',
      score: 40,
      weight: 1,
    }));
    await (await person.pipeline()).post('/api/ingest/scans', scan({ components }));
    const ask = async (maxRecommendations: number) =>
      (await person.post(QUERY, { type: 'playbook', options: { maxRecommendations } })).json().recommendations;

    const [most, twenty] = [await ask(1_000_000), await ask(20)];

    expect(twenty).toHaveLength(20);
    expect(most).toEqual(twenty);
  });

  it('recommends improving the components with the largest possible gain first', async () => {
    const person = await portal.register();
    await (await person.pipeline()).post('/api/ingest/scans', scan());

    const { recommendations } = (
      await person.post(QUERY, { type: 'playbook', options: { maxRecommendations: 1 } })
    ).json();

    // Reviews weigh 2 of 5 and lack 60 points: 24; technical SEO weighs 3 of 5 and lacks 29: 17.4.
    expect(recommendations).toMatchObject([
      { title: 'Ask for reviews and answer them', effort_level: 'low', impact_level: 'high', priority_score: 100 },
    ]);
    expect(recommendations[0].description).toContain('24 points');
  });

  it('uses a new scan at once', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const ask = async () => (await person.post(QUERY, { type: 'scoring' })).json().answer;
    await pipeline.post('/api/ingest/scans', scan());
    const before = await ask();

    await pipeline.post(
      '/api/ingest/scans',
      scan({
        completedAt: '2026-02-22T02:00:00Z',
        overall: { rawScore: 65, dynamicScore: 63.4, confidence: 0.9 },
        components: [
          { key: 'technical_seo', label: 'Technical SEO', tier: 'foundation', score: 70, weight: 3 },
          { key: 'reviews', label: 'Reviews', tier: 'authority', score: 52.5, weight: 2 },
        ],
      }),
    );

    expect(before).toContain('first scan');
    const after = await ask();
    expect(after).toMatch(/63\.4 of 100.*rose by 5 points.*from 58\.4/);
    expect(after).toContain('Up went reviews (by 12.5, to 52.5); down went technical SEO (by 1, to 70).');
  });

  it.each([
    [{}],
    [{ type: 'guess' }],
    [{ type: 'nlq' }],
    [{ type: 'nlq', query: '   ' }],
    [{ type: 'explain', query: 'x'.repeat(2001) }],
    [{ type: 'scoring', options: { maxRecommendations: 0 } }],
    [{ type: 'scoring', options: { maxRecommendations: 2.5 } }],
    [{ type: 'scoring', options: 'many' }],
  ])('refuses %j without recording a run', async (body) => {
    const person = await portal.register();

    const response = await person.post(QUERY, body);
    await portal.deps.use(runLog).settled();

    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json())).toEqual(['error']);
    expect((await person.get('/api/insights/history')).json().total).toBe(0);
  });

  it.each(['', 'x'.repeat(3000)])('ignores a query that the type does not need', async (query) => {
    const person = await portal.register();

    const response = await person.post(QUERY, { type: 'scoring', query });

    expect(response.statusCode).toBe(200);
  });
});

describe('GET /api/insights/history', () => {
  it('lists each query once, newest first, with exactly nine keys and the question as asked', async () => {
    const person = await portal.register();
    await person.post(QUERY, { type: 'nlq', query: '  Why did it drop? mail me@example.com ' });
    await person.post(QUERY, { type: 'playbook' });
    await portal.deps.use(runLog).settled();

    const { runs, total, limit, offset } = (await person.get('/api/insights/history')).json();

    expect([runs.length, total, limit, offset]).toEqual([2, 2, 10, 0]);
    expect(runs.map((run: object) => Object.keys(run).sort())).toEqual([KEYS, KEYS]);
    expect(runs[0]).toMatchObject({ run_type: 'playbook', tokens_used: 0, ai_provider: 'deterministic' });
    expect(runs[1]).toMatchObject({ run_type: 'nlq', input_params: { query: 'Why did it drop? mail me@example.com' } });
    expect(runs[1].result_data.answer).toContain('no completed scan yet');
  });

  it('pages through all runs without gaps or repeats, including ties', async () => {
    const person = await portal.register();
    const db = clientDb(portal, person.orgId);
    const run = {
      clientId: person.orgId,
      userId: person.userId,
      runType: 'scoring' as const,
      inputParams: {},
      status: 'succeeded' as const,
      worker: 1,
    };
    await db.insert(insightRuns).values(
      Array.from({ length: 120 }, (_, index) => ({
        ...run,
        completedAt: new Date(1_700_000_000_000 + Math.floor(index / 10)),
      })),
    );

    const pages = await Promise.all(
      [0, 50, 100, 150].map(async (offset) =>
        (await person.get(`/api/insights/history?limit=50&offset=${offset}`)).json(),
      ),
    );

    const ids = pages.flatMap(({ runs }) => runs.map(({ id }: { id: string }) => id));
    const times = pages.flatMap(({ runs }) => runs.map((one: { completed_at: string }) => one.completed_at));
    expect(pages.map(({ runs, total }) => [runs.length, total])).toEqual([
      [50, 120],
      [50, 120],
      [20, 120],
      [0, 120],
    ]);
    expect(new Set(ids).size).toBe(120);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('keeps an exact total when runs are added, completed and removed', async () => {
    const person = await portal.register();
    const db = clientDb(portal, person.orgId);
    const run = {
      clientId: person.orgId,
      userId: person.userId,
      runType: 'scoring' as const,
      inputParams: {},
      worker: 1,
    };
    const total = async () => (await db.select().from(insightRunTotals))[0]?.total ?? 0;
    const seen = [await total()];

    await db.insert(insightRuns).values(Array.from({ length: 7 }, () => run));
    seen.push(await total());
    await db
      .update(insightRuns)
      .set({ completedAt: new Date() })
      .where(sql`id in (select id from insight_runs limit 5)`);
    seen.push(await total());
    await db.update(insightRuns).set({ tokensUsed: 1 });
    seen.push(await total());
    await db.delete(insightRuns).where(sql`id in (select id from insight_runs where completed_at is not null limit 2)`);
    seen.push(await total());

    expect(seen).toEqual([0, 0, 5, 5, 3]);
  });

  it.each(['limit=0', 'limit=51', 'limit=-1', 'limit=1.5', 'limit=ten', 'offset=-1', 'limit=', 'limit=1&limit=2'])(
    'refuses %s',
    async (query) => {
      const person = await portal.register();

      const response = await person.get(`/api/insights/history?${query}`);

      expect(response.statusCode).toBe(400);
      expect(response.headers['x-ratelimit-limit']).toBe('100');
    },
  );
});
