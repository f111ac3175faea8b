import { describe, expect, it } from 'vitest';
import { RENDERING } from '../../routers/cms/rendering/version.ts';
import { clientDb } from '../helpers/client-db.ts';
import { makePage, readPage } from '../helpers/content.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const PAGES = '/api/cms/pages';

describe('POST /api/cms/pages', () => {
  it('creates a draft and returns the same page as GET', async () => {
    const person = await portal.register();
    await person.put('/api/auth/account/profile', { name: 'Ada' });

    const response = await person.post(PAGES, { title: '  What it costs ', content: '# Prices\n\nIt **depends**.\n' });

    const page = response.json().data;
    expect(response.statusCode).toBe(201);
    expect(page).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'What it costs',
      slug: 'what-it-costs',
      status: 'draft',
      contentFormat: 'markdown',
      content: '# Prices\n\nIt **depends**.\n',
      contentHtml: '<h1 id="user-content-prices">Prices</h1>\n<p>It <strong>depends</strong>.</p>\n',
      scores: { seo: expect.any(Number), content: expect.any(Number), overall: expect.any(Number) },
      metadata: {
        wordCount: 3,
        readingTimeMinutes: 1,
        excerpt: 'It depends.',
        author: { id: person.userId, name: 'Ada' },
        tags: [],
        seoTitle: null,
        seoDescription: null,
        url: null,
      },
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: page.createdAt,
      publishedAt: null,
      scheduledAt: null,
    });
    expect(await readPage(person, page.id)).toEqual(page);
  });

  it('creates a published page without content', async () => {
    const person = await portal.register();

    const page = await makePage(person, { content: undefined, status: 'published' });

    expect(page).toMatchObject({ content: '', contentHtml: '', status: 'published', publishedAt: page.createdAt });
  });

  it.each([
    ['<h1>Prices</h1>\n\n    <p>indented</p>', undefined, 'html'],
    ['Prices <b>vary</b>', undefined, 'markdown'],
    ['<b>Prices</b> vary', 'markdown', 'markdown'],
    ['Prices vary', 'html', 'html'],
  ])('of %j sent as %s is %s', async (content, contentFormat, expected) => {
    const page = await makePage(await portal.register(), { content, contentFormat });

    expect(page.contentFormat).toBe(expected);
    expect(page.contentHtml).not.toContain('<code>');
  });

  it.each([
    [{}, 'title'],
    [{ title: ' ' }, 'title'],
    [{ title: null }, 'title'],
    [{ title: 'two\nlines' }, 'title'],
    [{ title: 'x'.repeat(301) }, 'title'],
    [{ title: 'x', content: null }, 'content'],
    [{ title: 'x', content: 'x'.repeat(500_001) }, 'content'],
    [{ title: 'x', status: 'archived' }, 'status'],
    [{ title: 'x', contentFormat: 'rtf' }, 'contentFormat'],
  ])('is refused with a wrong %j', async (body, path) => {
    const person = await portal.register();

    const response = await person.post(PAGES, body);

    expect(response.statusCode).toBe(400);
    expect(response.json().issues[0].path).toBe(path);
    expect((await person.get(PAGES)).json()).toEqual([]);
  });

  it('counts characters by code point', async () => {
    const person = await portal.register();

    const page = await makePage(person, { title: '🦷'.repeat(300), content: '🦷'.repeat(200_000) });

    expect([...page.title]).toHaveLength(300);
    expect([...page.content]).toHaveLength(200_000);
  });
});

describe('Page content', () => {
  it.each([
    'line\r\nline\rline\n\n\n',
    '\t  <p onclick="x()">kept as written</p>  \u0007\u200b\ufeff',
    '<script>alert(1)</script>',
    'é é ﬁ ① 🦷‍♀️',
    '\\u0000 \\0 %00 &#0; &amp;amp;',
  ])('is kept byte for byte: %j', async (content) => {
    const person = await portal.register();

    const { id } = await makePage(person, { content });
    const changed = await person.put(`${PAGES}/${id}`, { content: `${content}!` });

    expect(changed.json().data.content).toBe(`${content}!`);
    expect((await readPage(person, id)).content).toBe(`${content}!`);
    expect((await readPage(person, id, '/versions')).map((version: { content: string }) => version.content)).toEqual([
      `${content}!`,
      content,
    ]);
  });

  it('is rendered again after an upgrade, without a new version', async () => {
    const person = await portal.register();
    const page = await makePage(person, { content: '<b>bold</b>' });
    const db = clientDb(portal, person.orgId);
    await db.execute("update pages set rendering = 0, content_html = '<script>alert(1)</script>'");

    const read = await readPage(person, page.id);

    expect(read).toEqual(page);
    expect([...(await db.execute('select rendering, content_html from pages'))]).toEqual([
      { rendering: RENDERING, content_html: '<b>bold</b>' },
    ]);
  });
});

describe('PUT /api/cms/pages/{id}', () => {
  it.each([
    [{ title: 'Another' }, ['title']],
    [{ content: 'Another' }, ['content']],
    [{ status: 'review' }, ['status']],
    [{ title: 'Another', content: 'Another', status: 'published' }, ['title', 'content', 'status']],
  ])('%j leaves the rest as it was', async (edit, changed) => {
    const person = await portal.register();
    const page = await makePage(person);

    const response = await person.put(`${PAGES}/${page.id}`, edit);

    const { title, content, status } = { ...page, ...edit };
    const [newest] = await readPage(person, page.id, '/versions');
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toMatchObject({ title, content, status, version: 2 });
    expect(newest).toMatchObject({ title, content, status, version: 2, changed });
  });

  it.each([
    [{}],
    [{ slug: 'mine', version: 7, metadata: { wordCount: 9 } }],
    [{ title: null }],
    [{ title: '' }],
    [{ content: 5 }],
    [{ content: ['x'] }],
    [{ status: 'Published' }],
    [{ status: '' }],
    [{ title: 'fine', status: 'gone' }],
  ])('to %j is refused and changes nothing', async (edit) => {
    const person = await portal.register();
    const page = await makePage(person);

    const response = await person.put(`${PAGES}/${page.id}`, edit);

    expect(response.statusCode).toBe(400);
    expect(response.json().code).toBe('VALIDATION_ERROR');
    expect(await readPage(person, page.id)).toEqual(page);
  });

  it('creates no version for an edit without changes', async () => {
    const person = await portal.register();
    const page = await makePage(person);
    const { title, content, status } = page;

    const response = await person.put(`${PAGES}/${page.id}`, { title, content, status });

    expect(response.json().data).toEqual(page);
    expect(await readPage(person, page.id, '/activity')).toHaveLength(1);
  });

  it('creates a version for metadata, and clears it with null', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    const edit = { seoTitle: 'Implant prices', seoDescription: 'All prices.', tags: ['prices', 'implants'] };

    const set = await person.put(`${PAGES}/${id}/metadata`, edit);
    const cleared = await person.put(`${PAGES}/${id}/metadata`, { seoTitle: null, tags: [] });

    expect(set.json().data.metadata).toMatchObject(edit);
    expect(cleared.json().data.metadata).toMatchObject({ seoTitle: null, seoDescription: 'All prices.', tags: [] });
    expect(cleared.json().data.version).toBe(3);
  });

  it('refuses an API key, which may only read', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    const reader = await person.pipeline(['read']);

    const [read, list, write] = [
      await reader.get(`${PAGES}/${id}`),
      await reader.get(PAGES),
      await reader.put(`${PAGES}/${id}`, { title: 'Mine' }),
    ];

    expect([read, list, write].map(({ statusCode }) => statusCode)).toEqual([200, 200, 403]);
  });
});

describe('Publishing', () => {
  it('keeps the time of the first publication through every change of status', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    const put = async (status: string) => (await person.put(`${PAGES}/${id}`, { status })).json().data;
    const statuses = ['published', 'review', 'published', 'draft', 'review', 'draft', 'published', 'draft'];

    const pages = [];
    for (const status of statuses) pages.push(await put(status));

    expect(pages.map(({ status }) => status)).toEqual(statuses);
    expect(new Set(pages.map(({ publishedAt }) => publishedAt))).toEqual(new Set([pages[0].updatedAt]));
  });

  it('has no address until figures or a person say where the page is', async () => {
    const person = await portal.register();
    await person.put('/api/auth/org', { website: 'https://lovelace.example/' });
    const { id } = await makePage(person, { title: 'Implants', status: 'published' });
    const pipeline = await person.pipeline();
    const report = (date: string, url?: string) =>
      pipeline.post('/api/ingest/records', [record('page_performance', { pageId: id, date, url }, date)]);
    const urlOf = async () => (await person.get(`${PAGES}/${id}`)).json().data.metadata.url;
    const say = (url: unknown) => person.put(`${PAGES}/${id}/metadata`, { url });

    const seen = [await urlOf()];
    for (const step of [
      () => report('2026-02-10', 'https://lovelace.example/old'),
      () => report('2026-02-12', 'https://lovelace.example/new'),
      () => report('2026-02-11', 'https://lovelace.example/late'),
      () => report('2026-02-14'),
      () => report('2026-02-12'),
      () => say('https://lovelace.example/here'),
      () => report('2026-02-15', 'https://lovelace.example/newest'),
      () => say(null),
    ]) {
      await step();
      seen.push(await urlOf());
    }

    expect(seen.map((url) => url?.split('/').at(-1) ?? null)).toEqual([
      null,
      'old',
      'new',
      'new',
      'new',
      'late',
      'here',
      'here',
      'newest',
    ]);
    expect((await person.get(`${PAGES}/${id}`)).json().data.version).toBe(1);
    for (const wrong of ['ftp://lovelace.example', 'javascript:alert(1)', '/here', ''])
      expect(outcome(await say(wrong))).toBe('400 VALIDATION_ERROR');
  });
});
