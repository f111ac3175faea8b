import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { actionItems, contentSuggestions, contentTemplates, goals } from '../../db/schema/index.ts';
import { RECORD_TYPES } from '../../routers/ingest/record-types.ts';
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
  const columns = getTableConfig(table).columns.filter(({ generated }) => !generated);
  const names = sql.raw(columns.map(({ name }) => toSnakeCase(name)).join(', '));
  const id = 'id' in table ? sql`, 'id', gen_random_uuid()` : sql``;
  await its.db.execute(sql`
    insert into ${table} (${names}) select ${names} from (
      select (jsonb_populate_record(one, jsonb_build_object('external_id', 'copy-' || n ${id}))).*
      from ${table} as one, generate_series(2, ${most - room}::int) n where external_id = 'first') as copies`);
  // The work in the embedded database stalls the process, which then sheds load for up to two seconds.
  await pause(1200);
  const health = async () => (await portal.inject({ url: '/healthz' })).statusCode;
  await expect.poll(health).toBe(200);
  return its;
}

it('every type whose records one answer sorts or counts whole has a bound', () => {
  const bounds = [...RECORD_TYPES].flatMap(([type, { bound }]) => (bound ? [[type, bound.words]] : []));

  expect(Object.fromEntries(bounds)).toEqual({
    action_item: '20,000 action items',
    calendar_entry: '20,000 calendar entries',
    goal: '5,000 goals',
    investment: '20,000 investments',
    review: '30,000 reviews',
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
