import { describe, expect, it } from 'vitest';
import { ingest, readPage } from '../helpers/content.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const SUGGESTIONS = '/api/content-suggestions';
const PAGES = '/api/cms/pages';

/** Someone with one suggestion. */
async function suggested(facts: object = {}) {
  const person = await portal.register();
  const sent = record('suggestion', {
    status: 'pending',
    title: 'Root canals',
    summary: 'What *people* ask.',
    ...facts,
  });
  await ingest(person, [sent]);
  const [{ draftId }] = (await person.get(SUGGESTIONS)).json().data;
  return { person, sent, url: `${SUGGESTIONS}/${draftId}` };
}

const read = async (person: Person) => (await person.get(SUGGESTIONS)).json().data[0];
const figures = async (person: Person) => {
  const [{ count }, { pending, accepted, rejected, published }] = await Promise.all(
    ['review-count', 'analytics'].map(async (path) => (await person.get(`${SUGGESTIONS}/${path}`)).json().data),
  );
  return { count, pending, accepted, rejected, published };
};

describe('PUT /api/content-suggestions/{draftId}', () => {
  it('accepts and rejects, and the figures follow at once', async () => {
    const { person, url } = await suggested();
    const before = await figures(person);

    const accepted = await person.put(url, { status: 'accepted' });
    const between = await figures(person);
    const rejected = await person.put(url, { status: 'rejected' });

    expect(before).toEqual({ count: 1, pending: 1, accepted: 0, rejected: 0, published: 0 });
    expect(accepted.json().data).toEqual({ ...(await read(person)), status: 'accepted' });
    expect(between).toEqual({ count: 0, pending: 0, accepted: 1, rejected: 0, published: 0 });
    expect(rejected.json().data.status).toBe('rejected');
    expect(await figures(person)).toEqual({ count: 0, pending: 0, accepted: 0, rejected: 1, published: 0 });
  });

  it('stays when a pipeline sends the suggestion again, and is told to pipelines', async () => {
    const { person, sent, url } = await suggested();
    await person.put(url, { status: 'rejected' });
    const pipeline = await person.pipeline();

    const receipt = await pipeline.post('/api/ingest/records', [{ ...sent, data: { ...sent.data, title: 'New' } }]);
    const { data: changes } = (await pipeline.get('/api/ingest/changes')).json();

    expect(receipt.json().kept).toEqual([{ index: 0, externalId: sent.externalId, fields: ['status'] }]);
    expect(await read(person)).toMatchObject({ title: 'New', status: 'rejected' });
    expect(changes).toMatchObject([
      { type: 'suggestion', action: 'updated', externalId: sent.externalId, fields: { status: 'rejected' } },
    ]);
  });

  it('keeps the status of a published suggestion with 409', async () => {
    const { person, url } = await suggested({ status: 'published' });

    expect(outcome(await person.put(url, { status: 'accepted' }))).toBe('409 INVALID_TRANSITION');
  });

  it.each([{}, { status: 'pending' }, { status: 'published' }, { status: true }])('refuses %j', async (body) => {
    const { person, url } = await suggested();

    expect(outcome(await person.put(url, body))).toBe('400 VALIDATION_ERROR');
  });
});

describe('POST /api/content-suggestions/{draftId}/page', () => {
  it('makes a draft of the suggestion and accepts it; again, it answers the same page', async () => {
    const { person, url } = await suggested();

    const first = await person.post(`${url}/page`);
    const again = await person.post(`${url}/page`);

    const page = first.json().data;
    expect([first, again].map(outcome)).toEqual(['201', '200']);
    expect(page).toMatchObject({ title: 'Root canals', status: 'draft', content: 'What *people* ask.\n', version: 1 });
    expect(page.contentHtml).toBe('<p>What <em>people</em> ask.</p>\n');
    expect(again.json()).toEqual(first.json());
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(await readPage(person, page.id)).toEqual(page);
    expect(await read(person)).toMatchObject({ status: 'accepted', pageId: page.id });
    expect(await figures(person)).toMatchObject({ count: 0, accepted: 1 });
  });

  it('makes one page when twenty ask at the same time', async () => {
    const { person, url } = await suggested();

    const answers = await Promise.all(Array.from({ length: 20 }, () => person.post(`${url}/page`)));

    expect(answers.map(outcome).sort()).toEqual([...Array(19).fill('200'), '201']);
    expect(new Set(answers.map((answer) => answer.json().data.id)).size).toBe(1);
    expect((await person.get(PAGES)).json()).toHaveLength(1);
  });

  it('makes another page once the first is deleted', async () => {
    const { person, url } = await suggested();
    const { id } = (await person.post(`${url}/page`)).json().data;
    await person.del(`${PAGES}/${id}`);
    const between = await read(person);

    const again = await person.post(`${url}/page`);

    expect(between.pageId).toBeNull();
    expect(again.statusCode).toBe(201);
    expect((await read(person)).pageId).toBe(again.json().data.id);
  });

  it('takes a title of several lines as one line', async () => {
    const { person, url } = await suggested({ title: ' Root\n\ncanals\u2028today ' });

    expect((await person.post(`${url}/page`)).json().data.title).toBe('Root canals today');
  });

  it('leads to a published suggestion when the page is published', async () => {
    const { person, url } = await suggested();
    const { id } = (await person.post(`${url}/page`)).json().data;

    await person.put(`${PAGES}/${id}`, { status: 'published' });

    expect((await read(person)).status).toBe('published');
    expect(await figures(person)).toMatchObject({ accepted: 0, published: 1 });
  });
});
