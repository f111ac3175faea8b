import { describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { plannedItem, recommendation } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const CARDS = '/api/visibility/recommendations';
const PLAN = '/api/visibility/action-plan';

const parts = (status = {}) => ({
  recommendations: [
    recommendation({ externalId: 'hours', title: 'Hours', priorityScore: 90 }),
    recommendation({ externalId: 'photos', title: 'Photos', priorityScore: 50, ...status }),
  ],
  actionPlan: {
    phases: [
      {
        phase: 1,
        key: 'one',
        title: 'One',
        items: [plannedItem({ externalId: 'claim', status: 'todo', completedAt: null })],
      },
      {
        phase: 2,
        key: 'two',
        title: 'Two',
        items: [plannedItem({ externalId: 'hours', status: 'todo', completedAt: null })],
      },
    ],
  },
});

/** An organization whose pipeline has sent a scan. */
async function scanned() {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  let days = 0;
  const send = async (facts: object = parts()) => {
    const completedAt = new Date(Date.UTC(2026, 0, ++days)).toISOString();
    return (await pipeline.post('/api/ingest/scans', scan({ completedAt, ...facts }))).json();
  };
  await send();
  const cards = async () => (await person.get(CARDS)).json().data;
  const plan = async () => (await person.get(PLAN)).json().data;
  const items = async () => (await plan()).phases.flatMap((phase: { items: object[] }) => phase.items);
  return { person, pipeline, send, cards, plan, items };
}

const idOf = (rows: { id: string; title: string }[], title: string) =>
  rows.find((row) => row.title === title)?.id ?? '';

describe('PUT /api/visibility/recommendations/{id}', () => {
  it('sets the status, which later scans keep and name, whatever they say', async () => {
    const { person, send, cards } = await scanned();
    const id = idOf(await cards(), 'Photos');

    const response = await person.put(`${CARDS}/${id}`, { status: 'done' });
    const receipt = await send(parts({ status: 'accepted', title: 'More photos' }));

    expect(response.json().data).toMatchObject({ id, title: 'Photos', status: 'done' });
    expect(receipt.kept).toEqual([{ index: 1, externalId: 'photos', type: 'recommendation', fields: ['status'] }]);
    expect(await cards()).toMatchObject([
      { title: 'Hours', status: 'open' },
      { id, title: 'More photos', status: 'done' },
    ]);
  });

  it('keeps the status through a scan without the recommendation', async () => {
    const { person, send, cards } = await scanned();
    const id = idOf(await cards(), 'Photos');
    await person.put(`${CARDS}/${id}`, { status: 'dismissed' });

    await send({ recommendations: [] });
    const gone = await person.put(`${CARDS}/${id}`, { status: 'open' });
    await send();

    expect(outcome(gone)).toBe('404 NOT_FOUND');
    expect((await cards())[1]).toMatchObject({ id, status: 'dismissed' });
  });

  it('shows in lists, filters and the overview of every process at once', async () => {
    const { person, cards } = await scanned();
    const beside = await portalForThisTest({ beside: portal });
    const shown = (at: typeof portal, path: string) =>
      at.inject({ url: path, headers: { cookie: person.cookie } }).then((answer) => answer.json().data);
    const titles = (rows: { title: string }[]) => rows.map(({ title }) => title);
    const seen = () =>
      Promise.all(
        [portal, beside].map(async (at) => [
          titles(await shown(at, `${CARDS}?status=open`)),
          titles((await shown(at, '/api/visibility/overview')).topRecommendations),
        ]),
      );

    const before = await seen();
    await person.put(`${CARDS}/${idOf(await cards(), 'Hours')}`, { status: 'dismissed' });

    expect(before).toEqual(Array(2).fill(Array(2).fill(['Hours', 'Photos'])));
    expect(await seen()).toEqual(Array(2).fill(Array(2).fill(['Photos'])));
  });

  it('reaches the pipeline, once for twenty equal decisions at once', async () => {
    const { person, pipeline, cards } = await scanned();
    const id = idOf(await cards(), 'Photos');
    const decide = (by: Person) => by.put(`${CARDS}/${id.toUpperCase()}`, { status: 'accepted' });

    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(person)));

    expect(new Set(answers.map(outcome))).toEqual(new Set(['200']));
    expect((await pipeline.get('/api/ingest/changes')).json().data).toMatchObject([
      { type: 'recommendation', externalId: 'photos', id, action: 'updated', fields: { status: 'accepted' } },
    ]);
  });
});

describe('PUT /api/visibility/action-plan/items/{id}', () => {
  it('sets the status with the time of completion, and the progress of the plan follows', async () => {
    const { person, send, plan, items } = await scanned();
    const [{ id }] = await items();

    const { data } = (await person.put(`${PLAN}/items/${id}`, { status: 'done' })).json();
    const receipt = await send();

    expect(data).toMatchObject({ id, status: 'done', completedAt: expect.stringMatching(/Z$/) });
    expect(receipt.kept).toEqual([{ index: 0, externalId: 'claim', type: 'action_plan_item', fields: ['status'] }]);
    expect(await plan()).toMatchObject({
      phases: [{ status: 'done', items: [data] }, { status: 'todo' }],
      progress: { completed: 1, total: 2, percent: 50 },
    });
  });

  it('clears the time of completion when the item is opened again', async () => {
    const { person, send, items } = await scanned();
    const [{ id }] = await items();
    await person.put(`${PLAN}/items/${id}`, { status: 'skipped' });

    const response = await person.put(`${PLAN}/items/${id}`, { status: 'in_progress' });
    await send();

    expect(response.json().data).toMatchObject({ status: 'in_progress', completedAt: null });
    expect((await items())[0]).toEqual(response.json().data);
  });

  it('is a decision on the item alone, not on a recommendation of the same external id', async () => {
    const { person, cards, items } = await scanned();

    await person.put(`${PLAN}/items/${(await items())[1].id}`, { status: 'done' });

    expect((await cards())[0]).toMatchObject({ title: 'Hours', status: 'open' });
    expect(outcome(await person.put(`${PLAN}/items/${idOf(await cards(), 'Hours')}`, { status: 'done' }))).toBe(
      '404 NOT_FOUND',
    );
  });

  it.each([CARDS, `${PLAN}/items`])('refuses an unknown status at %s', async (path) => {
    const { person, cards } = await scanned();

    const response = await person.put(`${path}/${(await cards())[0].id}`, { status: 'maybe' });

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
  });
});
