import { describe, expect, it } from 'vitest';
import { RECORD_TYPES } from '../../routers/ingest/record-types.ts';
import { counts, sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { RECORDS, type RecordName, record } from '../helpers/records.ts';

const portal = portalForThisFile();

const TYPES = Object.keys(RECORDS) as RecordName[];

/** Where each type is stored, and a field of it that may change. */
const STORED: Record<RecordName, [table: string, change: Record<string, unknown>]> = {
  goal: ['goals', { current_value: 4300 }],
  action_item: ['action_items', { status: 'dismissed' }],
  investment: ['investments', { amount: 1200.11 }],
  review: ['reviews', { responded: false }],
  website_daily: ['website_daily', { topPages: [{ path: '/', pageviews: 201 }] }],
  website_period: ['website_periods', { users: 1481 }],
  traffic_hourly: ['traffic_hourly', { sessions: 13 }],
  traffic_source: ['traffic_sources', { isAiAssistant: false }],
  search_daily: ['search_daily', { clicks: 13 }],
  social_profile: ['social_profiles', { followersChange: 4 }],
  page_performance: ['page_performance', { scoreAfter: null }],
  suggestion: ['content_suggestions', { status: 'accepted' }],
  calendar_entry: ['calendar_entries', { date: '2026-02-15' }],
  template: ['content_templates', { variables: [] }],
};

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A stored value as the wire writes it: times and JSON come as text, exact numbers too. */
function written(value: unknown, like: unknown) {
  if (typeof like === 'number') return Number(value);
  if (typeof like === 'object' && typeof value === 'string') return JSON.parse(value);
  const isMoment = typeof like === 'string' && /T\d\d:/.test(like);
  return isMoment ? new Date(String(value)).toISOString() : value;
}

describe.each(TYPES)('A record of type %s', (type) => {
  const [table, change] = STORED[type];

  it('is stored with every field and external id for the client of the key', async () => {
    const { send, rows, person } = await sender(portal);
    const sent = record(type);

    const response = await send([sent]);

    const [row = {}] = await rows(table);
    const data: Record<string, unknown> = sent.data;
    const stored = Object.keys(data).map((field) => [field, written(row[snake(field)], data[field])]);
    expect(counts(response)).toBe('1 accepted, 0 updated, 0 unchanged, 0 rejected');
    expect(row).toMatchObject({ client_id: person.orgId, external_id: sent.externalId });
    expect(Object.fromEntries(stored)).toEqual(data);
  });

  it('is updated by new values and unchanged by equal ones', async () => {
    const { send, rows, version } = await sender(portal);
    const first = record(type);
    const changed = { ...first, data: { ...first.data, ...change } };

    const answers = [await send([first]), await send([first]), await send([changed]), await send([changed])];

    expect(answers.map(counts)).toEqual([
      '1 accepted, 0 updated, 0 unchanged, 0 rejected',
      '0 accepted, 0 updated, 1 unchanged, 0 rejected',
      '0 accepted, 1 updated, 0 unchanged, 0 rejected',
      '0 accepted, 0 updated, 1 unchanged, 0 rejected',
    ]);
    expect(await rows(table)).toHaveLength(1);
    expect(await version()).toBe(2);
  });

  it('accepts null or absence for optional fields', async () => {
    const { send } = await sender(portal);
    const full = record(type);
    const optional = Object.entries(RECORD_TYPES.get(type)?.data.shape ?? {})
      .filter(([, field]) => field.safeParse(null).success)
      .map(([name]) => name);
    const without = Object.fromEntries(Object.entries(full.data).filter(([name]) => !optional.includes(name)));
    const nulls = Object.fromEntries(optional.map((name) => [name, null]));

    const left = await send([{ ...full, data: without }]);
    const nulled = await send([{ ...full, data: { ...without, ...nulls } }]);

    expect(counts(left)).toBe('1 accepted, 0 updated, 0 unchanged, 0 rejected');
    expect(counts(nulled)).toBe('0 accepted, 0 updated, 1 unchanged, 0 rejected');
  });

  it('is independent of another client’s record with the same id', async () => {
    const [one, other] = [await sender(portal), await sender(portal)];
    const sent = record(type, {}, 'the same');

    const answers = [
      await one.send([sent]),
      await other.send([{ ...sent, data: { ...sent.data, ...change } }]),
      await one.send([sent]),
    ];

    expect(answers.map(counts)).toEqual([
      '1 accepted, 0 updated, 0 unchanged, 0 rejected',
      '1 accepted, 0 updated, 0 unchanged, 0 rejected',
      '0 accepted, 0 updated, 1 unchanged, 0 rejected',
    ]);
    expect(await one.rows(table)).toHaveLength(1);
  });
});

describe('Goals and action items', () => {
  it('keep id and creation time through updates', async () => {
    const { send, rows } = await sender(portal);
    await send([record('goal', {}, 'g'), record('action_item', {}, 'a')]);
    const before = [await rows('goals'), await rows('action_items')].flat();

    await send([record('goal', { title: 'Fewer' }, 'g'), record('action_item', { title: 'Later' }, 'a')]);

    const after = [await rows('goals'), await rows('action_items')].flat();
    const identity = (row: Record<string, unknown>) => [row.id, row.created_at];
    expect(after.map(({ title }) => title)).toEqual(['Fewer', 'Later']);
    expect(after.map(identity)).toEqual(before.map(identity));
    expect(before.map(({ id }) => String(id)[14])).toEqual(['7', '7']);
  });
});

describe('Computed fields', () => {
  it('are ignored in ingested data', async () => {
    const { send, rows } = await sender(portal);
    const claims = { is_overdue: true, progress_percent: 100, goal_id: 'mine', id: 'mine', created_at: '1999-01-01' };
    const ids = { clientId: 'another', client_id: 'another', orgId: 'another', external_id: 'another' };

    const response = await send([{ ...record('goal', { ...claims, ...ids }, 'g'), ...ids, id: 'mine' }]);

    const [goal = {}] = await rows('goals');
    expect(counts(response)).toBe('1 accepted, 0 updated, 0 unchanged, 0 rejected');
    expect(goal).toMatchObject({ external_id: 'g' });
    expect(String(goal.created_at)).not.toContain('1999');
  });
});
