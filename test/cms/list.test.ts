import { describe, expect, it } from 'vitest';
import { slugOf } from '../../routers/cms/slugs.ts';
import { clientDb } from '../helpers/client-db.ts';
import { makePage } from '../helpers/content.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

const PAGES = '/api/cms/pages';

describe('GET /api/cms/pages', () => {
  it('returns an array of pages without content, most recently updated first', async () => {
    const person = await portal.register();
    const [one, two] = [await makePage(person, { title: 'One' }), await makePage(person, { title: 'Two' })];
    const changed = (await person.put(`${PAGES}/${one.id}`, { status: 'review' })).json().data;

    const list = (await person.get(PAGES)).json();

    const summaries = [changed, two].map(({ content: _, contentHtml: __, ...summary }) => summary);
    expect(list).toEqual(summaries);
  });

  it('returns an empty array for a client without pages', async () => {
    const person = await portal.register();

    const response = await person.get(PAGES);

    expect(response.json()).toEqual([]);
    expect(response.headers['x-has-more']).toBe('false');
  });

  it('paginates and filters by status', async () => {
    const person = await portal.register();
    for (const status of ['draft', 'review', 'draft', 'published', 'draft']) await makePage(person, { status });
    const ask = async (query: string) => {
      const response = await person.get(`${PAGES}?${query}`);
      return [response.json().map((page: { status: string }) => page.status), response.headers['x-has-more']];
    };

    const parts = [await ask('limit=2'), await ask('limit=2&offset=2'), await ask('limit=2&offset=4')];
    const drafts = await ask('status=draft');

    expect(parts).toEqual([
      [['draft', 'published'], 'true'],
      [['draft', 'review'], 'true'],
      [['draft'], 'false'],
    ]);
    expect(drafts).toEqual([['draft', 'draft', 'draft'], 'false']);
  });

  it('returns 200 pages by default', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    await clientDb(portal, person.orgId).execute(`
      insert into pages select (p).* from (
        select jsonb_populate_record(page, jsonb_build_object('id', gen_random_uuid(), 'slug', 'p' || n)) as p
        from pages page, generate_series(1, 250) n where page.id = '${id}') copies`);

    const lengths = await Promise.all(
      ['', '?limit=500'].map(async (query) => (await person.get(`${PAGES}${query}`)).json().length),
    );

    expect(lengths).toEqual([200, 251]);
  });

  it.each(['limit=0', 'limit=501', 'limit=x', 'offset=-1', 'status=gone', 'status='])('refuses %s', async (query) => {
    const person = await portal.register();

    const response = await person.get(`${PAGES}?${query}`);

    expect(response.statusCode).toBe(400);
  });
});

describe('Slugs', () => {
  it.each([
    ['What a dental implant costs', 'what-a-dental-implant-costs'],
    ['  Crème brûlée — “déjà vu”!  ', 'creme-brulee-deja-vu'],
    ['Straße, Ærø & Łódź', 'strasse-aero-lodz'],
    ['Don’t worry, it’s C++', 'dont-worry-its-c'],
    ['歯科医院の選び方', '歯科医院の選び方'],
    ['हिन्दी में', 'हिन्दी-में'],
    ['Как выбрать врача', 'как-выбрать-врача'],
    ['ﬁne ① print', 'fine-1-print'],
    ['../../etc/passwd', 'etc-passwd'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
    ['🦷🦷', 'page'],
    ['?!', 'page'],
    ['x'.repeat(300), 'x'.repeat(80)],
  ])('of %j is %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it('are unique within the client, numbered from 2', async () => {
    const [person, other] = [await portal.register(), await portal.register()];
    const titles = ['Prices', 'Prices!', 'PRICES', 'Prices 2', 'Prices'];

    const slugs = [];
    for (const title of titles) slugs.push((await makePage(person, { title })).slug);

    expect(slugs).toEqual(['prices', 'prices-2', 'prices-3', 'prices-2-2', 'prices-4']);
    expect((await makePage(other, { title: 'Prices' })).slug).toBe('prices');
  });

  it('are unique among concurrently created pages', async () => {
    const person = await portal.register();

    const pages = await Promise.all(Array.from({ length: 20 }, () => makePage(person, { title: 'Same' })));

    expect(new Set(pages.map(({ slug }) => slug)).size).toBe(20);
  });

  it('follow the title until the first publication', async () => {
    const person = await portal.register();
    const { id } = await makePage(person, { title: 'Untitled' });
    const put = async (edit: object) => (await person.put(`${PAGES}/${id}`, edit)).json().data.slug;

    const slugs = [
      await put({ title: 'Prices' }),
      await put({ title: 'prices!' }),
      await put({ title: 'Our prices', status: 'published' }),
      await put({ title: 'All prices' }),
      await put({ title: 'No prices', status: 'draft' }),
    ];

    expect(slugs).toEqual(['prices', 'prices', 'our-prices', 'our-prices', 'our-prices']);
  });
});
