import { describe, expect, it } from 'vitest';
import { makePage, readPage } from '../helpers/content.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const PAGES = '/api/cms/pages';

describe('Comments on a page', () => {
  it('are listed with author and time, newest first', async () => {
    const person = await portal.register();
    await person.put('/api/auth/account/profile', { name: 'Ada' });
    const colleague = await portal.join(person, 'member', { name: 'Grace' });
    const { id } = await makePage(person);

    const first = await person.post(`${PAGES}/${id}/comments`, { text: '  Is the price right?\nI doubt it. ' });
    await colleague.post(`${PAGES}/${id}/comments`, { text: '<b>Yes</b>' });

    const data = await readPage(person, id, '/comments');
    expect(first.statusCode).toBe(201);
    expect(data[1]).toEqual(first.json().data);
    expect(data).toMatchObject([
      { pageId: id, text: '<b>Yes</b>', author: { name: 'Grace' } },
      {
        text: 'Is the price right?\nI doubt it.',
        author: { id: person.userId, name: 'Ada' },
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it('are in the activity of the page and leave its version as it is', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    const { etag } = (await person.get(`${PAGES}/${id}`)).headers;
    await person.post(`${PAGES}/${id}/comments`, { text: 'One' });
    await person.put(`${PAGES}/${id}`, { title: 'New' });
    await person.post(`${PAGES}/${id}/comments`, { text: 'Two' });

    const { data, total } = (await person.get(`${PAGES}/${id}/activity`)).json();
    const types = data.map(({ type, version }: { type: string; version: number }) => [type, version]);
    expect(types).toEqual([
      ['commented', 2],
      ['edited', 2],
      ['commented', 1],
      ['created', 1],
    ]);
    expect(total).toBe(4);
    expect(etag).toContain('.1"');
    expect(await readPage(person, id, '/versions')).toHaveLength(2);
  });

  it('from forty people at once are all kept, in one order', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);

    const texts = Array.from({ length: 40 }, (_, n) => `Comment ${n}`);
    const answers = await Promise.all(texts.map((text) => person.post(`${PAGES}/${id}/comments`, { text })));

    const data = await readPage(person, id, '/comments');
    expect(new Set(answers.map(outcome))).toEqual(new Set(['201']));
    expect(data.map(({ text }: { text: string }) => text).sort()).toEqual(texts.sort());
    expect((await person.get(`${PAGES}/${id}/activity`)).json().total).toBe(41);
  });

  it.each([
    ['', '400'],
    [' \n ', '400'],
    ['a'.repeat(2001), '400'],
    ['😀'.repeat(2000), '201'],
  ])('have 1 to 2,000 characters', async (text, status) => {
    const person = await portal.register();
    const { id } = await makePage(person);

    expect(outcome(await person.post(`${PAGES}/${id}/comments`, { text }))).toMatch(status);
  });

  it('of a deleted account have no author', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    await person.post(`${PAGES}/${id}/comments`, { text: 'One' });
    const reader = await person.pipeline(['read']);
    await portal.deps.database.accounts.execute(`delete from users where id = '${person.userId}'`);

    const [comment] = (await reader.get(`${PAGES}/${id}/comments`)).json().data;

    expect(comment).toMatchObject({ text: 'One', author: null });
  });
});
