import { setTimeout as pause } from 'node:timers/promises';
import { getTableName, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { actionItems, goals } from '../../db/schema/index.ts';
import { RECORDS_PER_CLIENT } from '../../server/limits/sizes.ts';
import { counts, type Receipt, sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { RECORDS, type RecordName, record } from '../helpers/records.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const BOUNDED: { [Type in RecordName]?: { table: typeof goals | typeof actionItems; most: number; what: string } } = {
  goal: { table: goals, most: RECORDS_PER_CLIENT.goals, what: 'goals' },
  action_item: { table: actionItems, most: RECORDS_PER_CLIENT.actionItems, what: 'action items' },
};

/** An organization with room for so many more records of a type; its first is called `first`. */
async function almostFull(type: RecordName, room: number) {
  const { table, most = 0 } = BOUNDED[type] ?? {};
  if (!table) throw new Error(`Records of the type ${type} have no bound.`);
  const its = await sender(portal);
  await its.send([record(type, {}, 'first')]);
  const name = sql.identifier(getTableName(table));
  const hasId = 'id' in table ? { id: sql`gen_random_uuid()` } : {};
  const copy = sql`jsonb_build_object('external_id', 'copy-' || n ${'id' in hasId ? sql`, 'id', ${hasId.id}` : sql``})`;
  await its.db.execute(sql`
    insert into ${name} select (jsonb_populate_record(one, ${copy})).*
    from ${name} as one, generate_series(2, ${most - room}::int) n where external_id = 'first'`);
  // The work in the embedded database stalls the process, which then sheds load for up to two seconds.
  await pause(1200);
  const health = async () => (await portal.inject({ url: '/healthz' })).statusCode;
  await expect.poll(health).toBe(200);
  return its;
}

describe.each(Object.entries(BOUNDED))('of the type %s', (name, { most, what }) => {
  const type = name as RecordName;
  const error = `An organization has at most ${most.toLocaleString('en')} ${what}. Those that it has can be updated.`;

  it('the records past the bound of an organization are rejected one by one, and known ones updated', async () => {
    const { send } = await almostFull(type, 2);
    const rows = ['a', 'b', 'c', 'first', 'c', 'a'].map((id) => record(type, {}, id));
    rows.push(record(type, { title: 'Changed' }, 'first'));

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
  expect([accepted.sort(), await db.$count(goals)]).toEqual([[2, 8], RECORDS_PER_CLIENT.goals]);
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
