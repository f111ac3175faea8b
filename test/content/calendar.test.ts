import { describe, expect, it } from 'vitest';
import { pages } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import { ingest, makePage } from '../helpers/content.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();

const CALENDAR = '/api/content-calendar';

const dbOf = (person: Person) => clientDb(portal, person.orgId);

const plan = (person: Person, ...entries: object[]) =>
  ingest(
    person,
    entries.map((entry) =>
      record('calendar_entry', { status: 'planned', scheduledAt: null, publishedAt: null, ...entry }),
    ),
  );

const days = async (person: Person, query: string) =>
  (await person.get(`${CALENDAR}?${query}`))
    .json()
    .data.map((entry: { date: string; title: string }) => [entry.date, entry.title]);

describe('GET /api/content-calendar', () => {
  it('returns the current UTC month by default, empty without content', async () => {
    const person = await portal.register();

    const [now, other] = [await person.get(CALENDAR), await person.get(`${CALENDAR}?month=2&year=2026`)];

    const today = new Date();
    expect(now.json()).toEqual({
      ok: true,
      month: today.getUTCMonth() + 1,
      year: today.getUTCFullYear(),
      data: [],
    });
    expect(other.json()).toEqual({ ok: true, month: 2, year: 2026, data: [] });
  });

  it('lists pages, planned entries and suggestions by day', async () => {
    const person = await portal.register();
    const db = dbOf(person);
    const page = await makePage(person, { status: 'published' });
    await db.update(pages).set({ publishedAt: new Date('2026-02-10T12:00:00Z') });
    const scheduledAt = '2026-02-12T08:00:00Z';
    await plan(person, { date: '2026-02-12', status: 'scheduled', scheduledAt });
    await ingest(person, [
      record('suggestion', { title: 'pending', contentType: 'faq', createdAt: '2026-02-01T00:00:00Z' }),
    ]);

    const { data } = (await person.get(`${CALENDAR}?month=2&year=2026`)).json();

    const unknown = { id: expect.any(String), scheduledAt: null, publishedAt: null, pageId: null };
    expect(data).toEqual([
      {
        ...unknown,
        title: 'pending',
        contentType: 'faq',
        channel: null,
        status: 'planned',
        date: '2026-02-01',
        source: 'suggestion',
      },
      {
        id: page.id,
        pageId: page.id,
        title: page.title,
        contentType: 'page',
        channel: 'website',
        status: 'published',
        date: '2026-02-10',
        source: 'page',
        scheduledAt: null,
        publishedAt: '2026-02-10T12:00:00.000Z',
      },
      {
        ...unknown,
        title: 'Newsletter',
        contentType: 'newsletter',
        channel: 'email',
        status: 'scheduled',
        date: '2026-02-12',
        source: 'entry',
        scheduledAt: '2026-02-12T08:00:00.000Z',
      },
    ]);
  });

  it('includes the first and last day of the month, and no other month', async () => {
    const person = await portal.register();
    await plan(
      person,
      ...['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01', '2028-02-29', '2028-03-01'].map((date) => ({ date })),
    );

    const found = [await days(person, 'month=2&year=2026'), await days(person, 'month=2&year=2028')];

    expect(found.map((entries) => entries.map(([date]: string[]) => date))).toEqual([
      ['2026-02-01', '2026-02-28'],
      ['2028-02-29'],
    ]);
  });

  it('uses days of the client’s time zone', async () => {
    const person = await portal.register();
    await portal.deps.database.accounts.execute(
      `update organizations set timezone = 'Pacific/Auckland' where id = '${person.orgId}'`,
    );
    const pageAt = async (title: string, status: string, at: string) => {
      const { id } = await makePage(person, { title, status });
      await dbOf(person).execute(
        `update pages set updated_at = '${at}', published_at = case when status = 'published' then '${at}'::timestamptz end where id = '${id}'`,
      );
    };
    await pageAt('New year', 'published', '2025-12-31T11:30:00Z');
    await pageAt('Old year', 'draft', '2025-12-31T10:30:00Z');

    const [december, january] = [await days(person, 'month=12&year=2025'), await days(person, 'month=1&year=2026')];

    expect([december, january]).toEqual([[['2025-12-31', 'Old year']], [['2026-01-01', 'New year']]]);
  });

  it('lists unpublished pages on the day of their last change, and no decided suggestions', async () => {
    const person = await portal.register();
    const { id } = await makePage(person, { title: 'Withdrawn', status: 'published' });
    await person.put(`/api/cms/pages/${id}`, { status: 'review' });
    await dbOf(person).execute("update pages set published_at = '2026-01-05', updated_at = '2026-02-05'");
    await ingest(
      person,
      ['pending', 'accepted', 'rejected', 'published'].map((status, index) =>
        record('suggestion', { title: status, status, createdAt: `2026-02-1${index}T00:00:00Z` }),
      ),
    );

    const [january, february] = [await days(person, 'month=1&year=2026'), await days(person, 'month=2&year=2026')];

    expect(january).toEqual([]);
    expect(february).toEqual([
      ['2026-02-05', 'Withdrawn'],
      ['2026-02-10', 'pending'],
      ['2026-02-11', 'accepted'],
    ]);
  });

  it.each([
    'month=0',
    'month=13',
    'month=1.5',
    'month=Feb',
    'month=',
    'month=0x1',
    'month=%201',
    'month=1&month=2',
    'year=1999',
    'year=2101',
    'year=26',
  ])('refuses %s', async (query) => {
    const person = await portal.register();

    expect((await person.get(`${CALENDAR}?${query}`)).statusCode).toBe(400);
  });

  it.each(['month=1&year=2000', 'month=12&year=2100', 'month=02'])('accepts %s', async (query) => {
    const person = await portal.register();

    expect((await person.get(`${CALENDAR}?${query}`)).statusCode).toBe(200);
  });
});
