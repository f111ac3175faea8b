import { describe, expect, it } from 'vitest';
import { makePage, readPage } from '../helpers/content.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const PAGES = '/api/cms/pages';

interface Past {
  version: number;
  title: string;
  content: string;
  status: string;
  type: string;
  createdAt: string;
  changed: string[];
}

describe('GET /api/cms/pages/{id}/activity', () => {
  it('lists every change with version and author, newest first', async () => {
    const person = await portal.register();
    await person.put('/api/auth/account/profile', { name: 'Ada' });
    const { id } = await makePage(person);
    const steps = [
      [{ title: 'Other' }, 'edited'],
      [{ status: 'review' }, 'submitted_for_review'],
      [{ status: 'draft' }, 'changes_requested'],
      [{ status: 'published', content: 'New' }, 'published'],
      [{ status: 'review' }, 'unpublished'],
      [{ status: 'published' }, 'published'],
      [{ status: 'draft' }, 'unpublished'],
      [{ content: 'Newer' }, 'edited'],
    ] as const;
    for (const [edit] of steps) await person.put(`${PAGES}/${id}`, edit);

    const activity = await readPage(person, id, '/activity');

    const types = ['created', ...steps.map(([, type]) => type)];
    expect(activity.map(({ type }: Past) => type)).toEqual(types.toReversed());
    expect(activity.map(({ version }: Past) => version)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(activity.at(-1)).toEqual({
      id: expect.any(String),
      pageId: id,
      type: 'created',
      actor: { id: person.userId, name: 'Ada' },
      fromStatus: null,
      toStatus: 'draft',
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(activity[0]).toMatchObject({ fromStatus: 'draft', toStatus: 'draft' });
    expect(activity[3]).toMatchObject({ fromStatus: 'published', toStatus: 'review' });
  });

  it('returns null for an author whose account was deleted', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    const reader = await person.pipeline(['read']);
    await portal.deps.database.accounts.execute(`delete from users where id = '${person.userId}'`);

    const [activity, versions, page] = await Promise.all(
      ['/activity', '/versions', ''].map(async (more) => (await reader.get(`${PAGES}/${id}${more}`)).json().data),
    );

    expect([activity[0].actor, versions[0].createdBy, page.metadata.author]).toEqual([null, null, null]);
  });
});

describe.each(['versions', 'activity'])('Pagination of %s', (list) => {
  it('returns 50 entries by default, and the total', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    for (let n = 2; n <= 53; n++) await person.put(`${PAGES}/${id}`, { title: `Title ${n}` });
    const ask = async (query: string) => {
      const { data, total } = (await person.get(`${PAGES}/${id}/${list}${query}`)).json();
      return [total, data.map(({ version }: Past) => version)];
    };

    const [all, two, end, beyond] = [
      await ask(''),
      await ask('?limit=2&offset=1'),
      await ask('?limit=200&offset=51'),
      await ask('?offset=53'),
    ];

    expect(all).toEqual([53, Array.from({ length: 50 }, (_, index) => 53 - index)]);
    expect([two, end, beyond]).toEqual([
      [53, [52, 51]],
      [53, [2, 1]],
      [53, []],
    ]);
  });

  it.each(['limit=0', 'limit=201', 'limit=2.5', 'offset=-1', 'offset=x'])('refuses %s', async (query) => {
    const person = await portal.register();
    const { id } = await makePage(person);

    const response = await person.get(`${PAGES}/${id}/${list}?${query}`);

    expect(response.statusCode).toBe(400);
  });
});

describe('GET /api/cms/pages/{id}/versions', () => {
  it('returns the content of each version and the changed fields', async () => {
    const person = await portal.register();
    const page = await makePage(person, { title: 'Prices', content: 'Some' });
    await person.put(`${PAGES}/${page.id}`, { content: 'All', status: 'review' });

    const versions = await readPage(person, page.id, '/versions');

    const common = { pageId: page.id, title: 'Prices', createdBy: { id: person.userId, name: null } };
    expect(versions).toMatchObject([
      { ...common, version: 2, content: 'All', status: 'review', changed: ['content', 'status'] },
      { ...common, version: 1, content: 'Some', status: 'draft', changed: [], createdAt: page.createdAt },
    ]);
  });
});

describe('POST /api/cms/pages/{id}/versions/{version}/restore', () => {
  it('saves the old content as a new version and keeps the status', async () => {
    const person = await portal.register();
    const { id } = await makePage(person, { title: 'First', content: '# First' });
    await person.put(`${PAGES}/${id}`, { title: 'Second', content: '# Second', status: 'published' });

    const response = await person.post(`${PAGES}/${id}/versions/1/restore`);

    expect(response.statusCode).toBe(200);
    expect(response.headers.etag).toBe((await person.get(`${PAGES}/${id}`)).headers.etag);
    expect(response.json().data).toMatchObject({
      title: 'First',
      content: '# First',
      contentHtml: '<h1 id="user-content-first">First</h1>\n',
      status: 'published',
      version: 3,
    });
    expect((await readPage(person, id, '/activity'))[0]).toMatchObject({ type: 'restored', version: 3 });
    expect((await readPage(person, id, '/versions'))[0]).toMatchObject({ changed: ['title', 'content'], version: 3 });
  });

  it('creates a version even for the current one', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);

    const response = await person.post(`${PAGES}/${id}/versions/1/restore`, {});

    expect(response.json().data.version).toBe(2);
  });

  it.each(['0', '2', '-1', '1.0', '01', '1e0', 'one', '99999999999999999999', '%31%20'])(
    'version %s, which is none, is 404',
    async (version) => {
      const person = await portal.register();
      const { id } = await makePage(person);

      const response = await person.post(`${PAGES}/${id}/versions/${version}/restore`);

      expect(outcome(response)).toBe('404 NOT_FOUND');
      expect((await readPage(person, id)).version).toBe(1);
    },
  );

  it('accepts the version as a number over tRPC', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);

    const response = await person.post('/trpc/cms.pages.restoreVersion', { id, version: 1 });

    expect(response.json().result.data.data.version).toBe(2);
  });
});
