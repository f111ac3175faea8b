import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionItems, goals } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { plusDays, todayIn } from '../../routers/values/days.ts';
import { factsChanged } from '../../server/cache/versions.ts';
import { clientDb } from '../helpers/client-db.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { aeo, listing, recommendation } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

const read = async (person: Person) => (await person.get('/api/visibility/overview')).json().data;

const EMPTY = {
  clientName: 'Example',
  vertical: null,
  score: { dynamicScore: null, rawScore: null, confidence: null, change: null },
  scoreTrend: [],
  aeo: { score: null, coverage: null },
  listings: { total: 0, verified: 0, candidate: 0, not_found: 0 },
  goals: { total: 0, completed: 0, inProgress: 0, overdue: 0 },
  actionItems: { open: 0, overdue: 0 },
  work: { tasksDone: 0, pagesPublished: 0 },
  topRecommendations: [],
  lastScanDate: null,
};

/** Changes the organization and its time zone. */
const move = async (person: Person, record: { vertical?: string; timezone?: string }) =>
  expect((await person.put('/api/auth/org', record)).statusCode).toBe(200);

type Goal = Partial<typeof goals.$inferInsert>;
type Item = Partial<typeof actionItems.$inferInsert>;

/** Stores goals and tasks like an ingest does, raising the facts version. */
async function take(person: Person, { goal = [], item = [] }: { goal?: Goal[]; item?: Item[] }) {
  const named = (position: number) => ({ clientId: person.orgId, externalId: `${Math.random()}-${position}` });
  const figures = { targetValue: 10, currentValue: 5, baselineValue: 0, unit: 'visits' };
  const common = { title: 'Title', category: 'seo', priority: 'high' as const };
  await clientDb(portal, person.orgId).transaction(async (tx) => {
    for (const [position, one] of goal.entries())
      await tx.insert(goals).values({
        ...named(position),
        ...common,
        ...figures,
        goalType: 'traffic',
        status: 'in_progress',
        ...one,
      });
    for (const [position, one] of item.entries())
      await tx.insert(actionItems).values({ ...named(position), ...common, source: 'manual', status: 'open', ...one });
    await factsChanged(tx, { clientId: person.orgId } as Tenant);
  });
}

describe('GET /api/visibility/overview', () => {
  it('returns empty values before the first scan', async () => {
    const person = await portal.register();

    const response = await person.get('/api/visibility/overview');

    expect(response.json()).toEqual({ ok: true, data: EMPTY });
  });

  it('returns the figures of the latest scan', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    await move(person, { vertical: 'dental' });
    const listings = ['verified', 'verified', 'not_found'].map((verificationStatus) => listing({ verificationStatus }));
    const { runId } = (await pipeline.post('/api/ingest/scans', scan({ aeo: aeo(), listings }))).json();

    const data = await read(person);

    const figures = { dynamicScore: 58.4, rawScore: 61.2, confidence: 0.82 };
    const asOf = '2026-02-15T02:00:00.000Z';
    expect(data).toEqual({
      ...EMPTY,
      vertical: 'dental',
      score: { ...figures, change: null },
      scoreTrend: [{ runId, asOf, ...figures }],
      aeo: { score: 44.4, coverage: 'standard' },
      listings: { total: 3, verified: 2, candidate: 0, not_found: 1 },
      lastScanDate: asOf,
    });
  });

  it('returns the latest twelve scans, oldest first, and the change since the previous scan', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const score = fc.integer({ min: 0, max: 1000 });
    const [scores = []] = fc.sample(fc.array(score, { minLength: 15, maxLength: 15 }), { numRuns: 1, seed: 20261121 });
    for (const [day, tenths] of scores.entries()) {
      const overall = { rawScore: 1, dynamicScore: tenths / 10, confidence: 1 };
      const completedAt = `2026-02-${String(day + 1).padStart(2, '0')}T00:00:00.000Z`;
      await pipeline.post('/api/ingest/scans', scan({ completedAt, overall }));

      const data = await read(person);

      const shown = scores.slice(0, day + 1).slice(-12);
      const trend = data.scoreTrend.map(({ dynamicScore }: { dynamicScore: number }) => dynamicScore);
      expect(trend).toEqual(shown.map((tenths) => tenths / 10));
      expect(data.score.change).toBe(day === 0 ? null : (tenths - (scores[day - 1] ?? 0)) / 10);
      expect(data.lastScanDate).toBe(completedAt);
    }
  });

  it('distinguishes scans completed at the same time', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    for (const dynamicScore of [10, 20, 30])
      await pipeline.post('/api/ingest/scans', scan({ overall: { rawScore: 1, dynamicScore, confidence: 1 } }));

    const { score, scoreTrend } = await read(person);

    expect(scoreTrend.map(({ dynamicScore }: { dynamicScore: number }) => dynamicScore)).toEqual([10, 20, 30]);
    expect(score).toMatchObject({ dynamicScore: 30, change: 10 });
  });

  it('lists the three open or accepted recommendations of highest priority', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const recommendations = [
      recommendation({ title: 'done', priorityScore: 99, status: 'done' }),
      recommendation({ title: 'dismissed', priorityScore: 98, status: 'dismissed' }),
      recommendation({ title: 'fourth', priorityScore: 10 }),
      recommendation({ title: 'third', priorityScore: 20 }),
      recommendation({ title: 'first', priorityScore: 90, status: 'accepted' }),
      recommendation({ title: 'second', priorityScore: 30 }),
    ];
    await pipeline.post('/api/ingest/scans', scan({ recommendations }));

    const { topRecommendations } = await read(person);

    const { data } = (await person.get('/api/visibility/recommendations')).json();
    expect(topRecommendations.map(({ title }: { title: string }) => title)).toEqual(['first', 'second', 'third']);
    expect(data).toEqual(expect.arrayContaining(topRecommendations));
  });

  it('counts goals and tasks as overdue by the organization’s time zone', async () => {
    const person = await portal.register();
    // Kiritimati is always a day ahead of Pago Pago.
    const [early, late] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];
    const day = todayIn(early);
    await move(person, { timezone: early });
    await take(person, {
      goal: [
        { deadline: day },
        { deadline: day, status: 'completed' },
        { deadline: '1999-01-01', status: 'cancelled' },
        { deadline: plusDays(day, -1), status: 'paused' },
        { status: 'not_started' },
      ],
      item: [
        { dueDate: day, status: 'in_progress' },
        { dueDate: plusDays(day, -1) },
        { dueDate: '1999-01-01', status: 'done' },
        { dueDate: plusDays(day, 30) },
      ],
    });
    const before = await read(person);

    await move(person, { timezone: late });
    const after = await read(person);

    expect(before).toMatchObject({
      goals: { total: 4, completed: 1, inProgress: 1, overdue: 1 },
      actionItems: { open: 3, overdue: 1 },
    });
    expect(after).toMatchObject({
      goals: { total: 4, completed: 1, inProgress: 1, overdue: 2 },
      actionItems: { open: 3, overdue: 2 },
    });
  });

  it('reflects a new scan and a new goal immediately', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();

    for (let round = 1; round <= 5; round++) {
      const overall = { rawScore: 1, dynamicScore: round, confidence: 1 };
      await pipeline.post('/api/ingest/scans', scan({ externalId: 'same', overall }));
      const scanned = await read(person);
      await take(person, { goal: [{}], item: [{}] });
      const taken = await read(person);

      expect([scanned.score.dynamicScore, taken.goals.total, taken.actionItems.open]).toEqual([round, round, round]);
    }
  });

  it('counts no goals of other clients', async () => {
    const [one, other] = [await portal.register(), await portal.register()];
    await take(other, { goal: [{}, {}], item: [{}] });

    expect(await read(one)).toEqual(EMPTY);
    expect(await read(other)).toMatchObject({ goals: { total: 2 }, actionItems: { open: 1 } });
  });
});
