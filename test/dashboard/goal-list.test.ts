import { describe, expect, it } from 'vitest';
import { plusDays, todayIn } from '../../routers/values/days.ts';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();
const today = todayIn('UTC');
const [before, after] = [plusDays(today, -3), plusDays(today, 3)];

const goal = (title: string, facts: object) => record('goal', { title, deadline: null, ...facts });

describe('GET /api/dashboard/goals', () => {
  it('returns empty values without data', async () => {
    const person = await portal.register();

    const response = await person.get('/api/dashboard/goals');

    const summary = { total: 0, completed: 0, inProgress: 0, overdue: 0 };
    expect(response.json()).toEqual({ ok: true, data: [], summary });
  });

  it('sorts by overdue, priority and deadline, with cancelled goals on request only, and a summary', async () => {
    const { person, send } = await sender(portal);
    await send([
      goal('low, someday', { priority: 'low' }),
      goal('high, later', { priority: 'high', deadline: plusDays(today, 9) }),
      goal('high, soon', { priority: 'high', deadline: after }),
      goal('low, late', { priority: 'low', deadline: before }),
      goal('reached in time or not', { priority: 'medium', deadline: before, status: 'completed' }),
      goal('dropped', { deadline: before, status: 'cancelled' }),
      goal('today', { priority: 'medium', deadline: today, status: 'not_started' }),
    ]);

    const { data, summary } = (await person.get('/api/dashboard/goals')).json();
    const dropped = (await person.get('/api/dashboard/goals?status=cancelled')).json();

    expect(data.map(({ title }: { title: string }) => title)).toEqual([
      'low, late',
      'high, soon',
      'high, later',
      'reached in time or not',
      'today',
      'low, someday',
    ]);
    expect(data.map(({ is_overdue }: { is_overdue: boolean }) => is_overdue)).toEqual([true, ...Array(5).fill(false)]);
    expect(summary).toEqual({ total: 6, completed: 1, inProgress: 4, overdue: 1 });
    expect(dropped.data.map(({ title }: { title: string }) => title)).toEqual(['dropped']);
    expect(dropped.summary).toEqual({ total: 1, completed: 0, inProgress: 0, overdue: 0 });
  });

  it('counts goals as overdue by the organization’s time zone', async () => {
    const { person, send } = await sender(portal);
    await send([goal('due', { deadline: plusDays(todayIn('Pacific/Kiritimati'), -1) })]);
    const lateIn = async (timezone: string) => {
      await person.put('/api/auth/org', { timezone });
      return (await person.get('/api/dashboard/goals')).json().data[0].is_overdue;
    };

    const [ahead, behind] = [await lateIn('Pacific/Kiritimati'), await lateIn('Etc/GMT+12')];

    // The two time zones are 26 hours apart, so their dates differ.
    expect([ahead, behind]).toEqual([true, false]);
  });

  it('rejects an unknown status', async () => {
    const person = await portal.register();

    const response = await person.get('/api/dashboard/goals?status=done');

    expect(response.statusCode).toBe(400);
  });
});

describe('GET /api/dashboard/action-items', () => {
  const item = (title: string, facts: object) =>
    record('action_item', { title, status: 'open', due_date: null, completed_at: null, ...facts });

  it('returns a bare array sorted by overdue, priority and due date', async () => {
    const { person, send } = await sender(portal);
    await send([
      item('low, someday', { priority: 'low' }),
      item('high, soon', { priority: 'high', due_date: after }),
      item('high, someday', { priority: 'high' }),
      item('low, late', { priority: 'low', due_date: before, status: 'in_progress' }),
      item('done late', { priority: 'medium', due_date: before, status: 'done' }),
    ]);

    const items = (await person.get('/api/dashboard/action-items')).json();
    const open = (await person.get('/api/dashboard/action-items?status=open&limit=1&offset=1')).json();

    expect(items.map(({ title, is_overdue }: { title: string; is_overdue: boolean }) => [title, is_overdue])).toEqual([
      ['low, late', true],
      ['high, soon', false],
      ['high, someday', false],
      ['done late', false],
      ['low, someday', false],
    ]);
    expect(open.map(({ title }: { title: string }) => title)).toEqual(['high, someday']);
  });

  it.each(['status=closed', 'limit=0', 'limit=501', 'offset=-1'])('rejects %s', async (query) => {
    const person = await portal.register();

    const response = await person.get(`/api/dashboard/action-items?${query}`);

    expect(response.statusCode).toBe(400);
  });
});
