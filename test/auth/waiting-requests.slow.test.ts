import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { idempotencyKeys } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import { makePage, readPage } from '../helpers/content.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { withRenderer } from '../helpers/rendering.ts';
import { outcome } from '../helpers/wire.ts';

// Requests that arrived whole before the caller’s access ended, and wait for their turn until after it.

const portal = portalForThisFile();
let url: string;
beforeAll(async () => {
  url = await portal.listen();
});

const MEMBERS = '/api/auth/org/members';
const PAGES = '/api/cms/pages';
// Generous, so that a busy machine changes no outcome.
const LIMITS = { queue: 50, waiting: 60_000, running: 60_000 };
/** Takes a second or more to render. */
const SLOW = '!['.repeat(249_000);

/** Sends a whole request over a connection; it waits by the time that this returns. */
async function begin(path: string, body: object, headers: Record<string, string>) {
  const sent = { 'content-type': 'application/json', ...headers };
  const answer = fetch(`${url}${path}`, { method: 'POST', headers: sent, body: JSON.stringify(body) });
  await pause(400);
  return async () => {
    const { status, headers } = await answer;
    return outcome({ statusCode: status, headers: Object.fromEntries(headers) });
  };
}

const as = ({ cookie, address }: Person) => ({ cookie, 'x-forwarded-for': address });

async function seatOf(admin: Person, { userId }: Person) {
  const members: { id: string; userId: string }[] = (await admin.get(MEMBERS)).json().data;
  return `${MEMBERS}/${members.find((member) => member.userId === userId)?.id}`;
}

describe('A page that is being rendered', () => {
  it('is not saved for an author who is removed meanwhile', async () => {
    const owner = await portal.register();
    const author = await portal.join(owner);
    const page = await makePage(author);
    const seat = await seatOf(owner, author);
    withRenderer(portal, LIMITS);
    const creation = await begin(PAGES, { title: 'A page', content: SLOW }, as(author));
    const change = author.put(`${PAGES}/${page.id}`, { content: `${SLOW}!` });
    await pause(100);

    await owner.del(seat);

    expect([await creation(), outcome(await change)]).toEqual(Array(2).fill('401 UNAUTHENTICATED'));
    expect((await owner.get(PAGES)).json()).toHaveLength(1);
    expect((await readPage(owner, page.id)).version).toBe(1);
  });

  it('is saved for an author whose access stays', async () => {
    const author = await portal.register();
    withRenderer(portal, LIMITS);

    expect(outcome(await author.post(PAGES, { title: 'A page', content: SLOW }))).toBe('201');
  });
});

/** Makes a call with a key, and then the like of it under way; the returned function ends that one. */
async function underWay(person: Person, path: string, body: object, key: string) {
  const first = await person.post(path, body, { 'idempotency-key': key });
  const db = clientDb(portal, person.orgId);
  const ofKey = eq(idempotencyKeys.key, key);
  const [kept] = await db.select().from(idempotencyKeys).where(ofKey);
  await db.update(idempotencyKeys).set({ status: null, answer: null, claimedAt: new Date() }).where(ofKey);
  return {
    first,
    succeeds: () => db.update(idempotencyKeys).set({ status: first.statusCode, answer: kept?.answer }).where(ofKey),
    fails: () => db.delete(idempotencyKeys).where(ofKey),
  };
}

describe.each(['succeeds', 'fails'] as const)('A repeated call that waits for a first one that %s', (end) => {
  it('is refused when the session ends meanwhile', async () => {
    const person = await portal.register();
    const key = randomUUID();
    const before = await underWay(person, PAGES, { title: 'A page' }, key);
    const repeated = await begin(PAGES, { title: 'A page' }, { ...as(person), 'idempotency-key': key });

    await person.post('/api/auth/logout');
    await before[end]();

    expect(await repeated()).toBe('401 UNAUTHENTICATED');
  });

  it('is refused when its administrator is demoted meanwhile', async () => {
    const owner = await portal.register();
    const second = await portal.join(owner, 'admin');
    const [key, webhook] = [randomUUID(), { url: 'https://hooks.example.com/one', events: ['page.published'] }];
    const before = await underWay(second, '/api/webhooks', webhook, key);
    const repeated = await begin('/api/webhooks', webhook, { ...as(second), 'idempotency-key': key });

    await owner.put(await seatOf(owner, second), { role: 'member' });
    await before[end]();

    expect(await repeated()).toBe('403 FORBIDDEN');
    expect((await owner.get('/api/webhooks')).json().data).toHaveLength(1);
  });

  it('is answered where nothing has changed', async () => {
    const person = await portal.register();
    const key = randomUUID();
    const before = await underWay(person, PAGES, { title: 'A page' }, key);
    const repeated = await begin(PAGES, { title: 'A page' }, { ...as(person), 'idempotency-key': key });

    await before[end]();

    expect(await repeated()).toBe('201');
  });
});
