import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { idempotencyKeys } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { KEPT_ANSWERS } from '../../server/limits/sizes.ts';
import { releaseKey, sweepKeys } from '../../server/trpc/stored-responses.ts';
import { clientDb } from '../helpers/client-db.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const PAGES = '/api/cms/pages';
const PAGE = { title: 'Dental implants', content: '# Prices' };
const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const pagesOf = async (person: Person) => (await person.get(PAGES)).json().length;
const rowsOf = (person: Person) => clientDb(portal, person.orgId).select().from(idempotencyKeys);
const age = (person: Person, interval: string, more = {}) =>
  clientDb(portal, person.orgId)
    .update(idempotencyKeys)
    .set({ claimedAt: sql`now() - ${interval}::interval`, ...more });

describe('stored responses', () => {
  it('are forgotten after 24 hours, and then deleted', async () => {
    const person = await portal.register();
    const [used, unused, recent] = [keyed(), keyed(), keyed()];
    await Promise.all([used, unused].map((key) => person.post(PAGES, PAGE, key)));
    await age(person, '24 hours 1 second');
    await person.post(PAGES, PAGE, recent);

    const again = await person.post(PAGES, { ...PAGE, title: 'Another' }, used);
    await sweepKeys(portal.deps.database.asMaintenance());

    expect(outcome(again)).toBe('201');
    expect((await rowsOf(person)).map(({ key }) => key).sort()).toEqual(
      [used, recent].map((key) => key['idempotency-key']).sort(),
    );
  });

  it.each([
    ['five minutes after its claim', '5 minutes 1 second', {}],
    ['ten seconds after its claim when its process has ended', '11 seconds', { worker: 1 }],
  ])(
    'that never came are not waited for when the work was done, and nothing is done again, %s',
    async (_when, interval, more) => {
      const person = await portal.register();
      const key = keyed();
      await person.post(PAGES, PAGE, key);
      await age(person, interval, { status: null, answer: null, ...more });

      const again = await person.post(PAGES, PAGE, key);
      const other = await person.post(PAGES, { ...PAGE, title: 'Another' }, key);
      await age(person, '24 hours 1 second');
      const later = await person.post(PAGES, PAGE, key);

      expect([again, other, later].map(outcome)).toEqual([...Array(2).fill('409 IDEMPOTENCY_CONFLICT'), '201']);
      expect(again.json().error).toContain('its response was lost');
      expect(other.json().error).not.toContain('its response was lost');
      expect(await pagesOf(person)).toBe(2);
    },
  );

  it('that are lost with their call do not free its key', async () => {
    const person = await portal.register();
    const key = keyed();
    await person.post(PAGES, PAGE, key);
    const db = clientDb(portal, person.orgId);
    const [row] = await db.update(idempotencyKeys).set({ status: null, answer: null }).returning();
    const tenant = { clientId: person.orgId } as unknown as Tenant;
    if (row) await releaseKey({ ...row, db, tenant });

    const again = await person.post(PAGES, PAGE, key);

    expect(outcome(again)).toBe('409 IDEMPOTENCY_CONFLICT');
    expect(await pagesOf(person)).toBe(1);
  });

  it.each([
    ['five minutes after its claim', '5 minutes 1 second', {}],
    ['ten seconds after its claim when its process has ended', '11 seconds', { worker: 1 }],
  ])('do not wait for a call %s', async (_when, interval, more) => {
    const person = await portal.register();
    const key = keyed();
    await person.post(PAGES, PAGE, key);
    await age(person, interval, { status: null, answer: null, committed: false, ...more });

    const again = await person.post(PAGES, PAGE, key);

    expect(outcome(again)).toBe('201');
    expect(again.headers).not.toHaveProperty('idempotent-replayed');
  });

  it('wait for a call whose process lives, and for one that has just lost its connection', async () => {
    const person = await portal.register();
    const [mine, other] = [keyed(), keyed()];
    const ofKey = (key: typeof mine) => eq(idempotencyKeys.key, key['idempotency-key']);
    const first = await person.post(PAGES, PAGE, mine);
    await person.post(PAGES, PAGE, other);
    const running = { status: null, answer: null };
    const db = clientDb(portal, person.orgId);
    const [{ answer } = { answer: null }] = await db.select().from(idempotencyKeys).where(ofKey(mine));
    await age(person, '1 minute', running);
    await db.update(idempotencyKeys).set({ claimedAt: new Date(), worker: 1 }).where(ofKey(other));

    const waiting = Promise.all([mine, other].map((key) => person.post(PAGES, PAGE, key)));
    await db.update(idempotencyKeys).set({ status: 201, headers: {}, answer });
    const answers = await waiting;

    expect(answers.map(({ body }) => body)).toEqual([first.body, first.body]);
    expect(await pagesOf(person)).toBe(2);
  });

  it.each([
    ['number', KEPT_ANSWERS.keys, 0],
    ['size', 2, KEPT_ANSWERS.bytes / 2],
  ])('of one client have a maximum %s; another client is not affected', async (_what, rows, bytes) => {
    const person = await portal.register();
    const key = keyed();
    const first = await person.post(PAGES, PAGE, key);
    const batch = 2000;
    for (let left = rows; left > 0; left -= batch)
      await clientDb(portal, person.orgId).execute(sql`
        insert into idempotency_keys (client_id, caller, key, fingerprint, claim, worker, status, answer, bytes)
        select ${person.orgId}::uuid, gen_random_uuid(), 'k', '', gen_random_uuid(), 1, 200, '{}', ${bytes}::int
        from generate_series(1, ${Math.min(left, batch)}::int)`);

    const refused = await person.post(PAGES, PAGE, keyed());
    const without = await person.post(PAGES, PAGE);
    const replay = await person.post(PAGES, PAGE, key);
    const other = await (await portal.register()).post(PAGES, PAGE, keyed());

    expect([refused, without, replay, other].map(outcome)).toEqual(['429 RATE_LIMITED', '201', '201', '201']);
    expect(replay.body).toBe(first.body);
  });

  it('are visible to their client only', async () => {
    const [person, other] = await Promise.all([portal.register(), portal.register()]);
    await person.post(PAGES, PAGE, keyed());

    const ofPerson = and(eq(idempotencyKeys.clientId, person.orgId));
    expect(await clientDb(portal, other.orgId).select().from(idempotencyKeys).where(ofPerson)).toEqual([]);
  });
});
