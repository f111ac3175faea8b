import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { operatorEvents, organizations } from '../../db/schema/index.ts';
import { registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();
const BULK = '/api/operator/clients/bulk';

let operator: Person;
let clients: Person[];
let ids: string[];
beforeAll(async () => {
  operator = await registerOperator(portal);
  clients = await Promise.all([portal.register(), portal.register(), portal.register()]);
  ids = clients.map(({ orgId }) => orgId);
});

const tagsOf = async ({ orgId }: Person) => (await operator.get(`/api/operator/clients/${orgId}`)).json().data.tags;
const everyone = <T>(read: (client: Person) => Promise<T>) => Promise.all(clients.map(read));

describe('POST /api/operator/clients/bulk', () => {
  it('adds a tag once and removes it, and notes each client', async () => {
    const tag = `North ${randomUUID().slice(0, 8)}`;
    await operator.put(`/api/operator/clients/${ids[0]}`, { tags: [tag, 'dental'] });

    const added = await operator.post(BULK, { ids, tag });
    const tagged = await everyone(tagsOf);
    const listed = (await operator.get(`/api/operator/clients?tag=${encodeURIComponent(tag)}`)).json().data;
    await operator.post(BULK, { ids, untag: tag });

    expect(added.json()).toEqual({ ok: true, data: { clients: 3 } });
    expect(tagged).toEqual([[tag, 'dental'], [tag], [tag]]);
    expect(listed.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort());
    expect(await everyone(tagsOf)).toEqual([['dental'], [], []]);
    const { accounts } = portal.deps.database;
    const noted = await accounts.select().from(operatorEvents).where(inArray(operatorEvents.orgId, ids));
    expect(noted.map(({ type }) => type)).toEqual(Array(7).fill('client_updated'));
  });

  it('sets the schedule by the clock of each client, and turns no measurement on', async () => {
    const [measured, , idle] = clients as [Person, Person, Person];
    await portal.deps.database.accounts
      .update(organizations)
      .set({ timezone: 'Pacific/Auckland' })
      .where(eq(organizations.id, measured.orgId));
    await measured.put('/api/visibility/measurement', { enabled: true });
    const schedule = { every: 'day', weekday: 3, day: 5, hour: 7 };

    await operator.post(BULK, { ids, schedule });

    const [first, last] = await Promise.all(
      [measured, idle].map(async (client) => (await client.get('/api/visibility/measurement')).json().data),
    );
    expect([first.schedule, last.schedule]).toEqual([schedule, schedule]);
    expect([first.enabled, last.enabled, last.nextRunAt]).toEqual([true, false, null]);
    const hour = new Intl.DateTimeFormat('en', { timeZone: 'Pacific/Auckland', hour: 'numeric', hourCycle: 'h23' });
    expect(Number(hour.format(new Date(first.nextRunAt)))).toBe(7);
  });

  it('changes the branding that is sent, and keeps the rest of each', async () => {
    await operator.put(`/api/operator/clients/${ids[1]}/branding`, { name: 'Bright Smiles' });

    await operator.post(BULK, { ids, brand: { color: '#1F4B99' } });
    const shown = await everyone(
      async ({ orgId }) => (await operator.get(`/api/operator/clients/${orgId}/branding`)).json().data,
    );
    await operator.post(BULK, { ids, brand: { color: null } });

    expect(shown.map(({ color }) => color)).toEqual(Array(3).fill('#1f4b99'));
    expect(shown.map(({ name }) => name)).toEqual([null, 'Bright Smiles', null]);
  });

  it('changes none where a client is unknown or has ten tags', async () => {
    const full = await portal.register();
    const ten = Array.from({ length: 10 }, (_, number) => `Tag ${number}`);
    await operator.put(`/api/operator/clients/${full.orgId}`, { tags: ten });
    const before = await everyone(tagsOf);

    const unknown = await operator.post(BULK, { ids: [...ids, randomUUID()], tag: 'x' });
    const tooMany = await operator.post(BULK, { ids: [...ids, full.orgId], tag: 'x' });
    const known = await operator.post(BULK, { ids: [full.orgId], tag: 'Tag 3' });

    expect([unknown, tooMany, known].map(outcome)).toEqual(['404 NOT_FOUND', '409 INVALID_TRANSITION', '200']);
    expect(await everyone(tagsOf)).toEqual(before);
  });

  it.each([
    ['no change', {}],
    ['two changes', { tag: 'x', untag: 'y' }],
    [
      'a client twice',
      { ids: ['01956a8c-4f00-7e44-9d3a-2b1c8f0e6a57', '01956a8c-4f00-7e44-9d3a-2b1c8f0e6a57'], tag: 'x' },
    ],
    [
      'a client twice in two casings',
      { ids: ['01956a8c-4f00-7e44-9d3a-2b1c8f0e6a57', '01956A8C-4F00-7E44-9D3A-2B1C8F0E6A57'], tag: 'x' },
    ],
    ['no client', { ids: [], tag: 'x' }],
    ['501 clients', { ids: Array.from({ length: 501 }, () => randomUUID()), tag: 'x' }],
    ['half a schedule', { schedule: { every: 'day' } }],
    ['a branding without a field', { brand: {} }],
  ])('refuses %s', async (_, body) => {
    expect(outcome(await operator.post(BULK, { ids, ...body }))).toBe('400 VALIDATION_ERROR');
  });

  it('knows a client by its id in capitals', async () => {
    const capitals = ids.map((id) => id.toUpperCase());
    const answer = await operator.post(BULK, { ids: capitals, tag: 'capitals' });
    await operator.post(BULK, { ids: capitals, untag: 'capitals' });

    expect(answer.json()).toEqual({ ok: true, data: { clients: 3 } });
  });

  it('takes two calls with the same clients in another order', async () => {
    const calls = [ids, [...ids].reverse()].flatMap((some) => [
      operator.post(BULK, { ids: some, tag: 'both' }),
      operator.post(BULK, { ids: some, untag: 'both' }),
    ]);

    expect((await Promise.all(calls)).map(outcome)).toEqual(Array(4).fill('200'));
  });
});
