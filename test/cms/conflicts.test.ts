import { describe, expect, it } from 'vitest';
import { makePage, readPage } from '../helpers/content.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const PAGES = '/api/cms/pages';

describe('ETag', () => {
  it('is strong, equal on GET, HEAD and PUT, and new after each change', async () => {
    const person = await portal.register();
    const made = await person.post(PAGES, { title: 'Prices' });
    const url = `${PAGES}/${made.json().data.id}`;

    const before = [made, await person.get(url), await person.send('HEAD' as 'GET', url)];
    const changed = await person.put(url, { title: 'All prices' });
    const after = [changed, await person.get(url)];

    const tags = [before, after].map((answers) => new Set(answers.map(({ headers }) => headers.etag)));
    expect(tags.map(({ size }) => size)).toEqual([1, 1]);
    expect([...(tags[0] ?? [])][0]).toMatch(/^"[^"]+"$/);
    expect(tags[0]).not.toEqual(tags[1]);
  });

  it('is told by tRPC as well, for a call of its own and not for a batch', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    const input = (of: object) => encodeURIComponent(JSON.stringify(of));

    const alone = await person.get(`/trpc/cms.pages.get?input=${input({ id })}`);
    const batch = await person.get(`/trpc/cms.pages.get,cms.pages.list?batch=1&input=${input({ 0: { id }, 1: {} })}`);

    expect(alone.headers.etag).toBe((await person.get(`${PAGES}/${id}`)).headers.etag);
    expect(batch.headers).not.toHaveProperty('etag');
  });

  it('differs between pages of the same version', async () => {
    const person = await portal.register();
    const [one, other] = [await makePage(person), await makePage(person)];
    const { etag = '' } = (await person.get(`${PAGES}/${one.id}`)).headers;

    const response = await person.put(`${PAGES}/${other.id}`, { title: 'Mixed up' }, { 'if-match': String(etag) });

    expect(outcome(response)).toBe('412 VERSION_CONFLICT');
  });
});

describe('If-Match', () => {
  const send = async (header: (tag: string, stale: string) => string, edit: object = { title: 'Mine' }) => {
    const person = await portal.register();
    const page = await makePage(person);
    const url = `${PAGES}/${page.id}`;
    const stale = String((await person.get(url)).headers.etag);
    const tag = String((await person.put(url, { title: 'Somebody else’s' })).headers.etag);
    const response = await person.put(url, edit, { 'if-match': header(tag, stale) });
    return { person, page, response };
  };

  it.each([
    ['the present tag', (tag: string) => tag],
    ['a star', () => '*'],
    ['a list with the present tag', (tag: string, stale: string) => `${stale}, "x,y" ,${tag}`],
  ])('with %s lets the change through', async (_what, header) => {
    const { response } = await send(header);

    expect(response.statusCode).toBe(200);
    expect(response.json().data).toMatchObject({ title: 'Mine', version: 3 });
  });

  it.each([
    ['a stale tag', (_tag: string, stale: string) => stale],
    ['the present tag made weak', (tag: string) => `W/${tag}`],
    ['a list of stale and weak ones', (tag: string, stale: string) => `${stale}, W/${tag}`],
    ['a tag that never was', () => '"nothing"'],
    ['the present tag without quotes', (tag: string) => tag.slice(1, -1)],
    ['no tag at all', () => 'yes'],
    ['a star in a list', () => '*, "nothing"'],
    ['nothing', () => ''],
  ])('with %s refuses the change and leaves the page alone', async (_what, header) => {
    const { person, page, response } = await send(header);

    expect(outcome(response)).toBe('412 VERSION_CONFLICT');
    expect(await readPage(person, page.id)).toMatchObject({ title: 'Somebody else’s', version: 2 });
    expect(await readPage(person, page.id, '/versions')).toHaveLength(2);
  });

  it('is checked after the input and the existence of the page', async () => {
    const { person, response } = await send((_tag, stale) => stale, { status: 'gone' });
    const missing = await person.put(`${PAGES}/${person.orgId}`, { title: 'x' }, { 'if-match': '*' });

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    expect(outcome(missing)).toBe('404 NOT_FOUND');
  });

  it('applies to restore, to metadata and over tRPC', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    const stale = { 'if-match': '"stale"' };

    const answers = await Promise.all([
      person.post(`${PAGES}/${id}/versions/1/restore`, undefined, stale),
      person.put(`${PAGES}/${id}/metadata`, { tags: ['x'] }, stale),
      person.post('/trpc/cms.pages.update', { id, title: 'x' }, { ...stale, 'content-type': 'application/json' }),
    ]);

    expect(answers.map(outcome)).toEqual(Array(3).fill('412 VERSION_CONFLICT'));
  });

  it('accepts one of twenty edits of the same version', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    const etag = String((await person.get(`${PAGES}/${id}`)).headers.etag);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => person.put(`${PAGES}/${id}`, { title: `By ${n}` }, { 'if-match': etag })),
    );

    expect(answers.map(outcome).sort()).toEqual(['200', ...Array(19).fill('412 VERSION_CONFLICT')]);
    expect((await readPage(person, id)).version).toBe(2);
  });
});
