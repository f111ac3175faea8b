import { describe, expect, it } from 'vitest';
import { goalReadings } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import type { Receipt } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { RECORDS, record } from '../helpers/records.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const GOALS = '/api/dashboard/goals';

/** An organization with a goal of its pipeline. */
async function withGoal() {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  const send = async (data: Record<string, unknown>) =>
    (await pipeline.post('/api/ingest/records', [record('goal', data, 'theirs')])).json<Receipt>();
  await send({ current_value: 3500 });
  const goal = async () => (await person.get(GOALS)).json().data[0];
  const { goal_id: id } = await goal();
  const url = `${GOALS}/${id}`;
  const read = async (body: object) => (await person.post(`${url}/progress`, body)).json();
  const history = async () => (await person.get(`${url}/history`)).json().data;
  return { person, send, goal, url, read, history };
}

describe('POST /api/dashboard/goals', () => {
  it('creates a goal that list and summary show', async () => {
    const person = await portal.register();

    const response = await person.post(GOALS, RECORDS.goal);

    const { data, summary } = (await person.get(GOALS)).json();
    expect(response.statusCode).toBe(201);
    expect(response.json().data).toMatchObject({ ...RECORDS.goal, progress_percent: 60.5 });
    expect(data).toEqual([response.json().data]);
    expect(summary).toMatchObject({ total: 1, inProgress: 1 });
  });

  it('is for administrators, like PUT; members may record progress', async () => {
    const { person, url } = await withGoal();
    const member = await portal.join(person);

    const answers = await Promise.all([
      member.post(GOALS, { ...RECORDS.goal, title: ' ' }),
      member.post(GOALS, RECORDS.goal),
      member.put(url, { title: 'Ours' }),
      member.post(`${url}/progress`, { value: 1 }),
    ]);

    expect(answers.map(outcome)).toEqual(['400 VALIDATION_ERROR', '403 FORBIDDEN', '403 FORBIDDEN', '201']);
  });
});

describe('PUT /api/dashboard/goals/{id}', () => {
  it('changes the given fields, which the pipeline keeps', async () => {
    const { person, send, goal, url } = await withGoal();

    const response = await person.put(url, {
      ...RECORDS.goal,
      current_value: 3500,
      target_value: 4000,
      deadline: null,
    });
    const receipt = await send({ target_value: 6000, current_value: 3600, deadline: '2027-01-01', title: 'Theirs' });

    expect(response.json().data).toMatchObject({ target_value: 4000, deadline: null, progress_percent: 50 });
    expect(receipt.kept).toEqual([{ index: 0, externalId: 'theirs', fields: ['deadline', 'target_value'] }]);
    expect(await goal()).toMatchObject({ title: 'Theirs', target_value: 4000, current_value: 3600, deadline: null });
  });

  it('puts a new current value into the history and keeps it', async () => {
    const { person, send, goal, url, history } = await withGoal();

    await person.put(url, { current_value: 4000 });
    await send({ current_value: 9 });

    expect((await goal()).current_value).toBe(4000);
    expect(await history()).toMatchObject([{ value: 4000, note: null, by: { id: person.userId } }]);
  });
});

describe('POST /api/dashboard/goals/{id}/progress', () => {
  it('sets the current value by the newest time, whatever the order of the calls', async () => {
    const { person, goal, read, history } = await withGoal();

    const first = await read({ value: 4000, note: 'Counted by hand.', at: '2026-02-10T12:00:00+02:00' });
    await read({ value: 3700, at: '2026-02-01T12:00:00Z' });
    const after = await goal();
    const newest = await read({ value: 4500 });

    const by = { id: person.userId, name: null };
    expect(first.goal).toMatchObject({ current_value: 4000, progress_percent: 50 });
    expect(first.data).toMatchObject({ at: '2026-02-10T10:00:00.000Z', value: 4000, note: 'Counted by hand.', by });
    expect(after.current_value).toBe(4000);
    expect((await goal()).current_value).toBe(4500);
    expect(await history()).toEqual([
      newest.data,
      first.data,
      expect.objectContaining({ value: 3700, note: null, at: '2026-02-01T12:00:00.000Z' }),
    ]);
  });

  it('leaves the value to the pipeline afterwards', async () => {
    const { send, goal, read } = await withGoal();
    await read({ value: 4000 });

    const receipt = await send({ current_value: 4100 });

    expect(receipt).toMatchObject({ updated: 1, kept: [] });
    expect((await goal()).current_value).toBe(4100);
  });

  it('keeps the newest 5,000 readings', async () => {
    const { person, goal, read } = await withGoal();
    const { orgId: clientId, userId } = person;
    const { goal_id: goalId } = await goal();
    const old = Array.from({ length: 5000 }, (_, n) => ({
      clientId,
      goalId,
      userId,
      value: n,
      at: new Date(Date.UTC(2026, 0, 1) + n * 1000),
    }));
    await clientDb(portal, clientId).insert(goalReadings).values(old);

    await read({ value: 7.5 });

    const stored = await clientDb(portal, clientId).select().from(goalReadings);
    expect(stored).toHaveLength(5000);
    expect(stored.map(({ value }) => value)).not.toContain(0);
    expect(stored.map(({ value }) => value)).toContain(7.5);
  });

  it('ends at the newest of readings that arrive together', async () => {
    const { goal, read } = await withGoal();
    const days = Array.from({ length: 10 }, (_, n) => n + 1);

    await Promise.all(days.map((day) => read({ value: day, at: `2026-02-${String(day).padStart(2, '0')}T00:00:00Z` })));

    expect((await goal()).current_value).toBe(10);
  });

  it.each([{}, { value: '5' }, { value: 1e16 }, { value: 1, at: '2999-01-01T00:00:00Z' }, { value: 1, note: 5 }])(
    'refuses %j',
    async (body) => {
      const { person, url, history } = await withGoal();

      expect(outcome(await person.post(`${url}/progress`, body))).toBe('400 VALIDATION_ERROR');
      expect(await history()).toEqual([]);
    },
  );
});
