import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { pages, pageVersions } from '../../db/schema/index.ts';
import { purgeBin } from '../../routers/cms/purge.ts';
import { clientDb } from '../helpers/client-db.ts';
import { ingest, makePage, readPage } from '../helpers/content.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const PAGES = '/api/cms/pages';
const yesterday = () => new Date(Date.now() - 36 * 3600 * 1000).toISOString().slice(0, 10);

const bin = async (person: Person) => (await person.get(`${PAGES}/bin`)).json().data;

/** Moves the deletion of a page into the past. */
const deletedAgo = (person: Person, id: string, days: number) =>
  clientDb(portal, person.orgId)
    .update(pages)
    .set({ deletedAt: sql`now() - ${days} * interval '1 day' + interval '1 minute'` })
    .where(eq(pages.id, id));

describe('DELETE /api/cms/pages/{id}', () => {
  it('takes the page out of every read', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    const url = `${PAGES}/${id}`;

    const deleted = await person.del(url);

    const reads = ['', '/scores', '/versions', '/activity', '/comments', '/versions/1/diff/1'];
    const answers = await Promise.all([
      ...reads.map((more) => person.get(url + more)),
      person.put(url, { title: 'New' }),
      person.put(`${url}/metadata`, { tags: [] }),
      person.post(`${url}/comments`, { text: 'Hello' }),
      person.post(`${url}/schedule`, { publishAt: '2099-01-01T00:00:00Z' }),
      person.del(`${url}/schedule`),
      person.post(`${url}/versions/1/restore`),
      person.del(url),
    ]);
    expect([outcome(deleted), deleted.json()]).toEqual(['200', { ok: true }]);
    expect(new Set(answers.map(outcome))).toEqual(new Set(['404 NOT_FOUND']));
    expect((await person.get(PAGES)).json()).toEqual([]);
    expect((await person.get('/api/content-calendar')).json().data).toEqual([]);
  });

  it('takes its figures out of every total at once, and restoring brings them back', async () => {
    const person = await portal.register();
    const { id } = await makePage(person, { status: 'published' });
    const facts = { pageId: id, date: yesterday(), views: 100, scoreBefore: 50, scoreAfter: 60 };
    await ingest(person, [record('page_performance', facts)]);
    const figures = async () => {
      const read = async (path: string) => (await person.get(`/api${path}`)).json();
      const [performance, impact, kpis, dashboard] = await Promise.all(
        ['/content-performance', '/visibility/content-impact', '/dashboard/kpis', '/dashboard/content-impact'].map(
          read,
        ),
      );
      const { totals, pages: shown } = performance.data;
      const { summary, items } = impact.data;
      return [
        totals.views,
        shown.length,
        summary.pagesTracked,
        items.length,
        kpis.kpis.contentHealth,
        dashboard.data.engagement.views,
      ];
    };
    const before = await figures();

    await person.del(`${PAGES}/${id}`);
    const between = await figures();
    await person.post(`${PAGES}/${id}/restore`);

    expect(before).toEqual([100, 1, 1, 1, expect.any(Number), 100]);
    expect(between).toEqual([0, 0, 0, 0, null, 0]);
    expect(await figures()).toEqual(before);
  });

  it('refuses a stale If-Match and keeps the page', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    const { etag = '' } = (await person.get(`${PAGES}/${id}`)).headers;
    await person.put(`${PAGES}/${id}`, { title: 'New' });

    const response = await person.del(`${PAGES}/${id}`, { 'if-match': etag });

    expect(outcome(response)).toBe('412 VERSION_CONFLICT');
    expect((await readPage(person, id)).title).toBe('New');
  });
});

describe('GET /api/cms/pages/bin', () => {
  it('lists deleted pages with who deleted them and how long they are kept', async () => {
    const person = await portal.register();
    await person.put('/api/auth/account/profile', { name: 'Ada' });
    const [one, other] = [await makePage(person, { title: 'One' }), await makePage(person, { title: 'Other' })];
    await makePage(person, { title: 'Live' });

    await person.del(`${PAGES}/${one.id}`);
    await person.del(`${PAGES}/${other.id}`);

    const [last, first] = await bin(person);
    expect([last.id, first.id]).toEqual([other.id, one.id]);
    expect(first).toMatchObject({ title: 'One', deletedBy: { id: person.userId, name: 'Ada' }, version: 1 });
    expect(Date.parse(first.expiresAt) - Date.parse(first.deletedAt)).toBe(30 * 24 * 3600 * 1000);
    expect(first).not.toHaveProperty('content');
  });
});

describe('POST /api/cms/pages/{id}/restore', () => {
  it('brings the page back as it was, with history and comments', async () => {
    const person = await portal.register();
    const { id } = await makePage(person, { status: 'published' });
    await person.post(`${PAGES}/${id}/comments`, { text: 'Hello' });
    const page = await readPage(person, id);
    await person.del(`${PAGES}/${id}`);

    const restored = await person.post(`${PAGES}/${id}/restore`);
    const again = await person.post(`${PAGES}/${id}/restore`);

    expect([restored, again].map(outcome)).toEqual(['200', '200']);
    expect(restored.json().data).toEqual(page);
    expect(await readPage(person, id)).toEqual(page);
    expect(await bin(person)).toEqual([]);
    expect(await readPage(person, id, '/comments')).toHaveLength(1);
    const { data, total } = (await person.get(`${PAGES}/${id}/activity`)).json();
    expect(data.map(({ type }: { type: string }) => type)).toEqual(['restored', 'deleted', 'commented', 'created']);
    expect(total).toBe(4);
  });

  it('keeps a free slug, also a numbered one of the greatest length', async () => {
    const person = await portal.register();
    const title = 'a'.repeat(80);
    const [first, second] = [await makePage(person, { title }), await makePage(person, { title })];
    for (const { id } of [first, second]) await person.del(`${PAGES}/${id}`);

    const restored = (await person.post(`${PAGES}/${second.id}/restore`)).json().data;

    expect([second.slug, restored.slug]).toEqual([`${title}-2`, `${title}-2`]);
  });

  it('numbers the slug if another page has it by now', async () => {
    const person = await portal.register();
    const { id } = await makePage(person, { title: 'Prices' });
    await person.del(`${PAGES}/${id}`);
    const second = await makePage(person, { title: 'Prices' });

    const restored = (await person.post(`${PAGES}/${id}/restore`)).json().data;

    expect(second.slug).toBe('prices');
    expect(restored.slug).toBe('prices-2');
  });

  it('restores a page once when twenty ask at the same time', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    await person.del(`${PAGES}/${id}`);

    const answers = await Promise.all(Array.from({ length: 20 }, () => person.post(`${PAGES}/${id}/restore`)));

    expect(new Set(answers.map(outcome))).toEqual(new Set(['200']));
    expect((await person.get(`${PAGES}/${id}/activity`)).json().total).toBe(3);
  });
});

describe('After 30 days', () => {
  it('a page cannot be restored, and is removed with its versions; younger ones stay', async () => {
    const person = await portal.register();
    const [old, young] = [await makePage(person, { title: 'Old' }), await makePage(person, { title: 'Young' })];
    await ingest(person, [record('page_performance', { pageId: old.id, date: yesterday() })]);
    for (const { id } of [old, young]) await person.del(`${PAGES}/${id}`);
    await deletedAgo(person, old.id, 31);
    await deletedAgo(person, young.id, 30);

    const restored = await person.post(`${PAGES}/${old.id}/restore`);
    const [shown, ...others] = await bin(person);
    await purgeBin(portal.deps.database.asMaintenance());

    const left = await clientDb(portal, person.orgId).select({ pageId: pageVersions.pageId }).from(pageVersions);
    expect(outcome(restored)).toBe('404 NOT_FOUND');
    expect([shown.id, others]).toEqual([young.id, []]);
    expect(left).toEqual([{ pageId: young.id }]);
    expect(outcome(await person.post(`${PAGES}/${young.id}/restore`))).toBe('200');
  });
});
