import { describe, expect, it } from 'vitest';
import { actionItems, contentSuggestions, contentTemplates, goals, trafficSources } from '../../db/schema/index.ts';
import { RECORD_TYPES } from '../../routers/ingest/record-types.ts';
import { RECORDS_PER_DAY } from '../../server/limits/sizes.ts';
import { copyFirst } from '../helpers/copies.ts';
import { counts, type Receipt, sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { RECORDS, record } from '../helpers/records.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const BOUNDED = {
  goal: { table: goals, most: 5_000, what: 'goals', changed: { title: 'Changed' } },
  action_item: { table: actionItems, most: 20_000, what: 'action items', changed: { title: 'Changed' } },
  suggestion: { table: contentSuggestions, most: 10_000, what: 'suggestions', changed: { title: 'Changed' } },
  template: { table: contentTemplates, most: 2_000, what: 'templates', changed: { name: 'Changed' } },
};

/** An organization with room for so many more records of a type; its first is called `first`. */
async function almostFull(type: keyof typeof BOUNDED, room: number) {
  const { table, most } = BOUNDED[type];
  const its = await sender(portal);
  await its.send([record(type, {}, 'first')]);
  await copyFirst(its.db, table, most - room);
  return its;
}

it('every type whose records one answer sums over a period, but days of websites, has a bound of a day', () => {
  const bounds = [...RECORD_TYPES].flatMap(([type, { perDay }]) => (perDay ? [[type, perDay.words]] : []));

  expect(Object.fromEntries(bounds)).toEqual({
    page_performance: '1,000 records of page performance',
    search_daily: '2,000 records of searches',
    traffic_hourly: '240 records of traffic by the hour',
    traffic_source: '500 traffic sources',
    website_period: '500 periods of a website',
  });
});

it('every type whose records one answer sorts or counts whole has a bound', () => {
  const bounds = [...RECORD_TYPES].flatMap(([type, { bound }]) => (bound ? [[type, bound.words]] : []));

  expect(Object.fromEntries(bounds)).toEqual({
    action_item: '20,000 action items',
    calendar_entry: '20,000 calendar entries',
    goal: '5,000 goals',
    investment: '20,000 investments',
    review: '200,000 reviews',
    social_profile: '20,000 social profiles',
    suggestion: '10,000 suggestions',
    template: '2,000 templates',
  });
});

describe.each(Object.entries(BOUNDED))('of the type %s', (name, { most, what, changed }) => {
  const type = name as keyof typeof BOUNDED;
  const error = `An organization has at most ${most.toLocaleString('en')} ${what}. Those that it has can be updated.`;

  it('the records past the bound of an organization are rejected one by one, and known ones updated', async () => {
    const { send } = await almostFull(type, 2);
    const rows = ['a', 'b', 'c', 'first', 'c', 'a'].map((id) => record(type, {}, id));
    rows.push(record(type, changed, 'first'));

    const response = await send(rows);

    expect(counts(response)).toBe('2 accepted, 1 updated, 2 unchanged, 2 rejected');
    expect(response.json<Receipt>().rejected).toEqual([2, 4].map((index) => ({ index, externalId: 'c', error })));
  });
});

it('batches that arrive together pass no bound', async () => {
  const { send, db } = await almostFull('goal', 10);
  const batch = (name: string) => Array.from({ length: 8 }, (_, n) => record('goal', {}, `${name}-${n}`));

  const receipts = await Promise.all([send(batch('one')), send(batch('other'))]);

  const accepted = receipts.map((receipt) => receipt.json<Receipt>().accepted);
  expect([accepted.sort(), await db.$count(goals)]).toEqual([[2, 8], BOUNDED.goal.most]);
});

it.each([
  ['goal', '/api/dashboard/goals', RECORDS.goal],
  ['action_item', '/api/dashboard/action-items', { title: 'Call the printer', category: 'office', priority: 'low' }],
] as const)('people are told that there is no room for another %s', async (type, url, body) => {
  const { person } = await almostFull(type, 1);

  const answers = [await person.post(url, body), await person.post(url, body)];

  expect(answers.map(outcome)).toEqual(['201', '409 INVALID_TRANSITION']);
  expect(answers[1]?.json().error).toMatch(/^An organization has at most [0-9]+,000 (goals|action items)\./);
});

describe('of one day', () => {
  const day = (n: number, date: string) => record('traffic_source', { date }, `${date}-${n}`);
  const full = (date: string) => Array.from({ length: RECORDS_PER_DAY.trafficSources }, (_, n) => day(n, date));
  const error = 'An organization has at most 500 traffic sources of one day. Those that it has can be updated.';

  it('the records past the bound are rejected one by one, and known ones updated', async () => {
    const { send } = await sender(portal);
    await send(full('2026-02-01').slice(1));
    const changed = { ...day(1, '2026-02-01'), data: { ...RECORDS.traffic_source, date: '2026-02-01', users: 7 } };

    const response = await send([changed, day(900, '2026-02-01'), day(901, '2026-02-01'), day(902, '2026-02-02')]);

    expect(counts(response)).toBe('2 accepted, 1 updated, 0 unchanged, 1 rejected');
    expect(response.json<Receipt>().rejected).toEqual([{ index: 2, externalId: '2026-02-01-901', error }]);
  });

  it('records come from other days only while there is room', async () => {
    const { send } = await sender(portal);
    await send([...full('2026-02-01'), ...full('2026-02-02')]);
    const moved = (n: number, from: string, date: string) => ({ ...day(n, date), externalId: `${from}-${n}` });

    const refused = await send([moved(0, '2026-02-01', '2026-02-02')]);
    const exchanged = await send([moved(0, '2026-02-01', '2026-02-03'), moved(0, '2026-02-02', '2026-02-01')]);

    expect([refused, exchanged].map(counts)).toEqual([
      '0 accepted, 0 updated, 0 unchanged, 1 rejected',
      '0 accepted, 2 updated, 0 unchanged, 0 rejected',
    ]);
  });

  it('batches that arrive together pass no bound', async () => {
    const { send, db } = await sender(portal);
    await send(full('2026-02-01').slice(10));
    const batch = (from: number) => Array.from({ length: 8 }, (_, n) => day(1000 + from + n, '2026-02-01'));

    const receipts = await Promise.all([send(batch(0)), send(batch(8))]);

    const accepted = receipts.map((receipt) => receipt.json<Receipt>().accepted);
    expect([accepted.sort(), await db.$count(trafficSources)]).toEqual([[2, 8], RECORDS_PER_DAY.trafficSources]);
  });

  it('hours count by days in UTC', async () => {
    const { send } = await sender(portal);
    const hour = (at: string, n: number) => record('traffic_hourly', { at }, `${at}-${n}`);
    const many = Array.from({ length: RECORDS_PER_DAY.trafficHourly }, (_, n) => hour('2026-02-01T23:00:00Z', n));
    await send(many);

    const response = await send([hour('2026-02-01T19:00:00-05:00', 0), hour('2026-02-02T01:00:00+02:00', 0)]);

    expect(response.json<Receipt>().rejected).toMatchObject([{ index: 1 }]);
  });
});
