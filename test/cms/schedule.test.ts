import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { pages } from '../../db/schema/index.ts';
import { publishDue } from '../../routers/cms/publish-due.ts';
import { clientDb } from '../helpers/client-db.ts';
import { makePage, readPage } from '../helpers/content.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const PAGES = '/api/cms/pages';
const LATER = '2099-03-01T09:00:00.000Z';

const schedule = (person: Person, id: string, publishAt: string, headers = {}) =>
  person.post(`${PAGES}/${id}/schedule`, { publishAt }, headers);

/** Lets the time of scheduled pages come. */
const letTimeCome = (person: Person, ...ids: string[]) =>
  clientDb(portal, person.orgId)
    .update(pages)
    .set({ scheduledAt: sql`now()` })
    .where(and(isNotNull(pages.scheduledAt), inArray(pages.id, ids)));

const typesOf = async (person: Person, id: string) =>
  (await readPage(person, id, '/activity')).map(({ type }: { type: string }) => type);

describe('POST /api/cms/pages/{id}/schedule', () => {
  it('shows the time on the page, in the list and in the calendar', async () => {
    const person = await portal.register();
    const { id } = await makePage(person, { status: 'review' });

    const response = await schedule(person, id, '2099-03-01T10:00:00+01:00');

    const { data: calendar } = (await person.get('/api/content-calendar?year=2099&month=3')).json();
    const [listed] = (await person.get(PAGES)).json();
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toMatchObject({ status: 'review', version: 1, scheduledAt: LATER });
    expect(listed.scheduledAt).toBe(LATER);
    expect(calendar).toMatchObject([
      { pageId: id, status: 'scheduled', date: '2099-03-01', scheduledAt: LATER, publishedAt: null },
    ]);
    expect((await person.get('/api/content-calendar')).json().data).toEqual([]);
    expect(await typesOf(person, id)).toEqual(['scheduled', 'created']);
  });

  it('replaces an earlier time, and changes nothing for the same one', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    await schedule(person, id, '2098-01-01T00:00:00Z');

    for (let n = 0; n < 2; n++) await schedule(person, id, LATER);

    expect((await readPage(person, id)).scheduledAt).toBe(LATER);
    expect(await typesOf(person, id)).toEqual(['scheduled', 'scheduled', 'created']);
  });

  it.each([{}, { publishAt: '2020-01-01T00:00:00Z' }, { publishAt: '2101-01-01T00:00:00Z' }, { publishAt: 'soon' }])(
    'refuses %j',
    async (body) => {
      const person = await portal.register();
      const { id } = await makePage(person);

      expect(outcome(await person.post(`${PAGES}/${id}/schedule`, body))).toBe('400 VALIDATION_ERROR');
    },
  );

  it('refuses a published page with 409', async () => {
    const person = await portal.register();
    const { id } = await makePage(person, { status: 'published' });

    expect(outcome(await schedule(person, id, LATER))).toBe('409 INVALID_TRANSITION');
  });

  it('refuses a stale If-Match, and gives the page another ETag', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    const { etag = '' } = (await person.get(`${PAGES}/${id}`)).headers;

    const first = await schedule(person, id, LATER, { 'if-match': etag });
    const stale = await schedule(person, id, '2098-01-01T00:00:00Z', { 'if-match': etag });
    const unscheduled = await person.del(`${PAGES}/${id}/schedule`, { 'if-match': etag });
    const read = await person.get(`${PAGES}/${id}`, { 'if-none-match': etag });

    expect([first, stale, unscheduled].map(outcome)).toEqual(['200', '412 VERSION_CONFLICT', '412 VERSION_CONFLICT']);
    expect(read.statusCode).toBe(200);
    expect(read.headers.etag).toBe(first.headers.etag);
  });
});

describe('A scheduled page', () => {
  it('is published at its time, with version, activity and figures as by the person who scheduled it', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    const early = await makePage(person, { title: 'Later' });
    await schedule(person, early.id, LATER);
    await schedule(person, id, LATER);

    await publishDue(portal.deps);
    expect((await readPage(person, id)).status).toBe('draft');
    await letTimeCome(person, id);
    const { scheduledAt } = await readPage(person, id);
    await publishDue(portal.deps);

    const page = await readPage(person, id);
    const [activity] = await readPage(person, id, '/activity');
    const [version] = await readPage(person, id, '/versions');
    expect(page).toMatchObject({ version: 2, scheduledAt: null });
    expect(page.publishedAt >= scheduledAt).toBe(true);
    expect(activity).toMatchObject({
      type: 'published',
      fromStatus: 'draft',
      actor: { id: person.userId },
      version: 2,
    });
    expect(version).toMatchObject({ version: 2, status: 'published', changed: ['status'] });
    expect((await readPage(person, early.id)).status).toBe('draft');
  });

  it('is published once by two processes', async () => {
    const other = await portalForThisTest({ beside: portal });
    const person = await portal.register();
    const made = await Promise.all(Array.from({ length: 5 }, (_, n) => makePage(person, { title: `Page ${n}` })));
    const ids = made.map(({ id }) => id);
    await Promise.all(ids.map((id) => schedule(person, id, LATER)));
    await letTimeCome(person, ...ids);

    await Promise.all([portal, other, portal, other].map(({ deps }) => publishDue(deps)));

    expect((await person.get(`${PAGES}?status=published`)).json()).toHaveLength(5);

    const histories = await Promise.all(ids.map((id) => typesOf(person, id)));
    expect(histories).toEqual(ids.map(() => ['published', 'scheduled', 'created']));
  });

  it('is published as it was edited meanwhile', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    await schedule(person, id, LATER);
    await person.put(`${PAGES}/${id}`, { content: 'Newer', status: 'review' });

    await letTimeCome(person, id);
    await publishDue(portal.deps);

    expect(await readPage(person, id)).toMatchObject({ status: 'published', content: 'Newer', version: 3 });
  });

  it.each([
    ['published by a person', (person: Person, url: string) => person.put(url, { status: 'published' }), 'published'],
    ['set back to draft', (person: Person, url: string) => person.put(url, { status: 'draft' }), 'draft'],
    ['no longer scheduled', (person: Person, url: string) => person.del(`${url}/schedule`), 'review'],
  ])('keeps its state once it is %s', async (_, change, status) => {
    const person = await portal.register();
    const { id } = await makePage(person, { status: 'review' });
    await schedule(person, id, LATER);

    await change(person, `${PAGES}/${id}`);
    const after = await readPage(person, id);
    await letTimeCome(person, id);
    await publishDue(portal.deps);

    expect(after).toMatchObject({ status, scheduledAt: null });
    expect(await readPage(person, id)).toEqual(after);
  });

  it('stays a draft after it was deleted and restored', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    await schedule(person, id, LATER);

    await person.del(`${PAGES}/${id}`);
    await person.post(`${PAGES}/${id}/restore`);

    expect(await readPage(person, id)).toMatchObject({ status: 'draft', scheduledAt: null });
  });
});

describe('DELETE /api/cms/pages/{id}/schedule', () => {
  it('takes the page out of its day in the calendar, and may be repeated', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    await schedule(person, id, LATER);

    const answers = [await person.del(`${PAGES}/${id}/schedule`), await person.del(`${PAGES}/${id}/schedule`)];

    expect(answers.map(outcome)).toEqual(['200', '200']);
    expect((await person.get('/api/content-calendar?year=2099&month=3')).json().data).toEqual([]);
    expect(await typesOf(person, id)).toEqual(['unscheduled', 'scheduled', 'created']);
  });
});
