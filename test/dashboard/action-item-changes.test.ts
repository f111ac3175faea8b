import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Receipt } from '../helpers/ingest.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const ITEMS = '/api/dashboard/action-items';
const TASK = { title: 'Call the landlord', category: 'local', priority: 'high' };

const listed = async (person: Pick<Person, 'get'>) => (await person.get(ITEMS)).json();

/** An organization with an item of its pipeline. */
async function withPipeline() {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  const send = async (data: Record<string, unknown>) => {
    const items = [record('action_item', { status: 'open', completed_at: null, ...data }, 'theirs')];
    return (await pipeline.post('/api/ingest/records', items)).json<Receipt>();
  };
  await send({});
  const [{ id }] = await listed(person);
  return { person, send, id, url: `${ITEMS}/${id}` };
}

describe('POST /api/dashboard/action-items', () => {
  it('creates an open item that the list shows', async () => {
    const person = await portal.register();
    const colleague = await portal.join(person, 'member', { name: 'Ana Ruiz' });

    const response = await colleague.post(ITEMS, {
      ...TASK,
      title: '  Call the landlord ',
      due_date: '2020-02-29',
      assigneeId: colleague.userId.toUpperCase(),
    });

    const { data } = response.json();
    expect(response.statusCode).toBe(201);
    expect(data).toMatchObject({
      ...TASK,
      description: null,
      status: 'open',
      source: 'manual',
      due_date: '2020-02-29',
      is_overdue: true,
      completed_at: null,
      assignee: { id: colleague.userId, name: 'Ana Ruiz' },
    });
    expect(await listed(person)).toEqual([data]);
  });

  it.each([
    ['no title', { title: undefined }, 'title'],
    ['a blank title', { title: ' \t ' }, 'title'],
    ['a title of two lines', { title: 'one\ntwo' }, 'title'],
    ['a title of 301 characters', { title: 'x'.repeat(301) }, 'title'],
    ['a priority of no kind', { priority: 'urgent' }, 'priority'],
    ['a day that does not exist', { due_date: '2026-02-30' }, 'due_date'],
    ['an assignee that is no id', { assigneeId: 'ana' }, 'assigneeId'],
    ['an unknown assignee', { assigneeId: randomUUID() }, 'assigneeId'],
  ])('refuses %s and creates nothing', async (_what, wrong, path) => {
    const person = await portal.register();

    const response = await person.post(ITEMS, { ...TASK, ...wrong });

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    expect(response.json().issues).toMatchObject([{ path }]);
    expect(await listed(person)).toEqual([]);
  });

  it('refuses a user of another organization like one that does not exist', async () => {
    const [person, stranger] = [await portal.register(), await portal.register()];
    const assign = (assigneeId: string) => person.post(ITEMS, { ...TASK, assigneeId });

    const answers = await Promise.all([assign(stranger.userId), assign(randomUUID())]);

    expect(answers[0]?.json()).toEqual(answers[1]?.json());
  });

  it('creates one item for twenty parallel calls with one Idempotency-Key', async () => {
    const person = await portal.register();
    const key = { 'idempotency-key': randomUUID() };

    const answers = await Promise.all(Array.from({ length: 20 }, () => person.post(ITEMS, TASK, key)));

    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.json().data.id)).size).toBe(1);
    expect(await listed(person)).toHaveLength(1);
  });
});

describe('PUT /api/dashboard/action-items/{id}', () => {
  it('changes the given fields of an item of a pipeline, which keeps them when it sends the item again', async () => {
    const { person, send, url } = await withPipeline();

    const response = await person.put(url, { title: 'Ours', due_date: null, assigneeId: person.userId });
    const receipt = await send({ title: 'Theirs', due_date: '2026-04-01', priority: 'low' });

    const [item] = await listed(person);
    expect(response.json().data).toMatchObject({ title: 'Ours', due_date: null, priority: 'medium' });
    expect(receipt).toMatchObject({
      updated: 1,
      kept: [{ index: 0, externalId: 'theirs', fields: ['due_date', 'title'] }],
    });
    expect(item).toMatchObject({ title: 'Ours', due_date: null, priority: 'low', assignee: { id: person.userId } });
  });

  it('sets the time of completion with the status, and clears it when the item is opened again', async () => {
    const { person, send, url } = await withPipeline();
    const before = Date.now();

    const done = (await person.put(url, { status: 'done' })).json().data;
    await send({ status: 'in_progress' });
    const [kept] = await listed(person);
    const again = (await person.put(url, { status: 'open' })).json().data;

    expect(Date.parse(done.completed_at)).toBeGreaterThanOrEqual(before);
    expect(kept).toEqual(done);
    expect(again).toMatchObject({ status: 'open', completed_at: null });
  });

  it('counts in the overview of every process at once', async () => {
    const { person, url } = await withPipeline();
    const beside = await portalForThisTest({ beside: portal });
    const counted = () =>
      Promise.all(
        [portal, beside].map(async (one) => {
          const answer = await one.inject({ url: '/api/visibility/overview', headers: { cookie: person.cookie } });
          return answer.json().data.actionItems.open;
        }),
      );

    const [before, , after] = [await counted(), await person.put(url, { status: 'dismissed' }), await counted()];

    expect([before, after]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });

  it('keeps the changes of two people who edit different fields at once', async () => {
    const { person, url } = await withPipeline();
    const colleague = await portal.join(person);

    await Promise.all([
      person.put(url, { title: 'Ours' }),
      colleague.put(url, { status: 'in_progress' }),
      person.put(url, { category: 'office' }),
      colleague.put(url, { priority: 'high' }),
    ]);

    expect(await listed(person)).toMatchObject([
      { title: 'Ours', status: 'in_progress', category: 'office', priority: 'high' },
    ]);
  });

  it('shows nobody in place of a member who was removed, and refuses to assign them', async () => {
    const { person, url } = await withPipeline();
    const email = `${randomUUID()}@example.com`;
    const colleague = await portal.join(person, 'member', { email });
    await person.put(url, { assigneeId: colleague.userId });
    const { data: members } = (await person.get('/api/auth/org/members')).json();
    const { id: seat } = members.find(({ userId }: { userId: string }) => userId === colleague.userId);

    await person.del(`/api/auth/org/members/${seat}`);
    const [item] = await listed(person);
    const refused = await person.put(url, { assigneeId: colleague.userId });

    expect(item.assignee).toBeNull();
    expect(outcome(refused)).toBe('400 VALIDATION_ERROR');
  });

  it.each([{}, { source: 'scan' }, { title: null }, { status: 'archived' }])('refuses %j', async (edit) => {
    const { person, url } = await withPipeline();

    expect(outcome(await person.put(url, edit))).toBe('400 VALIDATION_ERROR');
  });
});

describe('DELETE /api/dashboard/action-items/{id}', () => {
  it('deletes an item that a person made, also one that a pipeline has sent since', async () => {
    const { person } = await withPipeline();
    const { id } = (await person.post(ITEMS, TASK)).json().data;
    const pipeline = await person.pipeline();
    await pipeline.post('/api/ingest/records', [record('action_item', { status: 'in_progress' }, id)]);

    const before = await listed(person);
    const response = await person.del(`${ITEMS}/${id}`);

    expect(before.find((item: { id: string }) => item.id === id)).toMatchObject({ is_deletable: true });
    expect(response.json()).toEqual({ ok: true });
    expect((await listed(person)).map((item: { id: string }) => item.id)).not.toContain(id);
    expect(outcome(await person.del(`${ITEMS}/${id}`))).toBe('404 NOT_FOUND');
  });

  it('refuses to delete an item of a pipeline', async () => {
    const { person, url } = await withPipeline();

    const response = await person.del(url);

    expect(outcome(response)).toBe('409 INVALID_TRANSITION');
    expect(await listed(person)).toMatchObject([{ is_deletable: false }]);
  });
});
