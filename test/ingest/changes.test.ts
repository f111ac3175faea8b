import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { TenantDb } from '../../db/handles.ts';
import { peopleChanges } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { sweepPeopleChanges } from '../../routers/ingest/retention.ts';
import { recordPeopleChange } from '../../routers/records/people-changes.ts';
import { clientDb } from '../helpers/client-db.ts';
import { onServer } from '../helpers/database.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const ITEMS = '/api/dashboard/action-items';
const CHANGES = '/api/ingest/changes';
const TASK = { title: 'Call the landlord', category: 'local', priority: 'high' };

interface Change {
  cursor: string;
  type: string;
  externalId: string;
  id: string;
  fields: Record<string, unknown>;
}

/** An organization with a pipeline that reads what people change. */
async function organization() {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  const read = async (query = '') => (await pipeline.get(`${CHANGES}${query}`)).json().data as Change[];
  const create = async (facts: object = {}) =>
    (await person.post(ITEMS, { ...TASK, ...facts })).json().data.id as string;
  return { person, pipeline, read, create };
}

describe('GET /api/ingest/changes', () => {
  it('lists what people changed, in order, with the person, the identifiers and the new values', async () => {
    const { person, pipeline, read, create } = await organization();
    await person.put('/api/auth/account/profile', { name: 'Dana Moreau' });
    await pipeline.post('/api/ingest/records', [record('goal', {}, 'crm-1'), record('action_item', {}, 'crm-2')]);
    const { goal_id: goal } = (await person.get('/api/dashboard/goals')).json().data[0];
    const [{ id: item }] = (await person.get(ITEMS)).json();

    await person.put(`${ITEMS}/${item}`, { status: 'dismissed', priority: 'medium' });
    await person.put(`/api/dashboard/goals/${goal}`, { deadline: null });
    await person.post(`/api/dashboard/goals/${goal}/progress`, { value: 4800 });
    const made = await create({ assigneeId: person.userId });
    await person.del(`${ITEMS}/${made}`);
    await person.put(`${ITEMS}/${item}`, { status: 'dismissed' });

    const common = {
      cursor: expect.any(String),
      at: expect.stringMatching(/Z$/),
      by: { id: person.userId, name: 'Dana Moreau' },
    };
    const own = { ...common, type: 'action_item', externalId: made, id: made };
    const created = { ...TASK, assigneeId: person.userId, status: 'open', source: 'manual' };
    const ofGoal = { ...common, action: 'updated', type: 'goal', externalId: 'crm-1', id: goal };
    expect(await read()).toEqual([
      {
        ...common,
        action: 'updated',
        type: 'action_item',
        externalId: 'crm-2',
        id: item,
        fields: { status: 'dismissed' },
      },
      { ...ofGoal, fields: { deadline: null } },
      { ...ofGoal, fields: { current_value: 4800 } },
      { ...own, action: 'created', fields: created },
      { ...own, action: 'deleted', fields: {} },
    ]);
  });

  it('goes on after a cursor, and has nothing more until somebody changes something', async () => {
    const { read, create, pipeline, person } = await organization();
    const ids = [await create(), await create(), await create()];

    const first = await read('?limit=2');
    const rest = await read(`?after=${first[1]?.cursor}`);
    const end = `?after=${rest[0]?.cursor}`;
    await pipeline.post('/api/ingest/records', [record('goal'), record('action_item', { title: 'Theirs' }, ids[0])]);
    const none = await read(end);
    await person.put(`${ITEMS}/${ids[0]}`, { title: 'Ours' });

    expect([...first, ...rest].map(({ id }) => id)).toEqual(ids);
    expect(none).toEqual([]);
    expect(await read(end)).toMatchObject([{ fields: { title: 'Ours' } }]);
  });

  it('is for keys with the scope ingest, and shows the changes of their organization only', async () => {
    const [one, other] = [await organization(), await organization()];
    await one.create();
    const reader = await one.person.pipeline(['read']);

    const refused = [await one.person.get(CHANGES), await reader.get(CHANGES)];

    expect(refused.map(outcome)).toEqual(['401 UNAUTHENTICATED', '403 FORBIDDEN']);
    expect(await one.read()).toHaveLength(1);
    expect(await other.read()).toEqual([]);
    expect(outcome(await other.pipeline.get(`${CHANGES}?after=${(await one.read())[0]?.cursor}`))).toBe(
      '400 INVALID_CURSOR',
    );
  });
});

describe('The order of changes', () => {
  it('lets a reader see each change once, while many people write', async () => {
    const { person, read, create } = await organization();
    const colleagues = [person, await portal.join(person), await portal.join(person)];
    const items = await Promise.all([create(), create(), create(), create()]);
    const edit = (by: Person, n: number) => by.put(`${ITEMS}/${items[n % 4]}`, { title: `Title ${n}` });
    let writing = true;
    const writes = Promise.all(
      colleagues.map(async (by, at) => {
        for (let n = at; n < 45; n += 3) expect((await edit(by, n)).statusCode).toBe(200);
      }),
    ).finally(() => {
      writing = false;
    });

    const seen: Change[] = [];
    for (let last = false; !last; ) {
      last = !writing;
      seen.push(...(await read(seen.length > 0 ? `?after=${seen.at(-1)?.cursor}` : '')));
    }
    await writes;

    expect(seen).toEqual(await read('?limit=1000'));
    expect(seen.map(({ fields }) => fields.title).sort()).toEqual(
      [...items.map(() => TASK.title), ...Array.from({ length: 45 }, (_, n) => `Title ${n}`)].sort(),
    );
  });

  it.runIf(onServer())('makes a later change wait until an earlier one is visible', async () => {
    const { person, read, create } = await organization();
    const id = await create();
    // The client's own share of the connections is for the change and the read that come meanwhile.
    const owner = portal.deps.database.asOwner();
    const change = {
      userId: person.userId,
      action: 'updated',
      type: 'goal',
      externalId: 'slow',
      recordId: id,
    } as const;

    let later: Promise<unknown> = Promise.resolve();
    const meanwhile = await owner.db.transaction(async (tx) => {
      await recordPeopleChange(tx as unknown as TenantDb, { clientId: person.orgId } as Tenant, {
        ...change,
        fields: {},
      });
      later = person.put(`${ITEMS}/${id}`, { title: 'Quick' });
      await tx.execute(sql`select pg_sleep(0.5)`);
      return read();
    });
    await later;
    await owner.close();

    expect(meanwhile).toHaveLength(1);
    expect((await read()).slice(1)).toMatchObject([{ externalId: 'slow' }, { fields: { title: 'Quick' } }]);
  });
});

describe('Retention of changes', () => {
  const sweep = (kept: { days: number; rows: number }) =>
    sweepPeopleChanges(portal.deps.database.asMaintenance(), kept);
  const age = ({ person }: { person: Person }, days: number) =>
    clientDb(portal, person.orgId)
      .update(peopleChanges)
      .set({ at: sql`now() - ${days} * interval '1 day'` });

  it('keeps the newest of too many, and refuses a cursor after which changes are missing', async () => {
    const one = await organization();
    for (let n = 0; n < 6; n++) await one.create();
    const before = await one.read();

    await sweep({ days: 90, rows: 3 });

    expect(await one.read()).toEqual(before.slice(3));
    expect(await one.read(`?after=${before[3]?.cursor}`)).toEqual(before.slice(4));
    const lost = await one.pipeline.get(`${CHANGES}?after=${before[1]?.cursor}`);
    expect(outcome(lost)).toBe('400 INVALID_CURSOR');
    expect(lost.json().error).toContain('no longer known');
  });

  it('deletes old ones but the last, so that a reader at the end of a quiet feed is not refused', async () => {
    const one = await organization();
    for (let n = 0; n < 3; n++) await one.create();
    const old = await one.read();
    await age(one, 91);

    await sweep({ days: 90, rows: 100 });
    const quiet = await one.read(`?after=${old[2]?.cursor}`);
    const fresh = await one.create();
    await sweep({ days: 90, rows: 100 });

    expect(quiet).toEqual([]);
    expect((await one.read()).map(({ id }) => id)).toEqual([old[2]?.id, fresh]);
    expect(await one.read(`?after=${old[2]?.cursor}`)).toMatchObject([{ id: fresh }]);
  });
});
