import { describe, expect, it } from 'vitest';
import { ANSWER_BYTES, BATCH_BYTES } from '../../server/limits/sizes.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { query } from '../helpers/wire.ts';

const portal = portalForThisFile();

const inputs = (count: number, input: object) =>
  encodeURIComponent(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [n, input]))));
const batch = (path: string, count: number, input: object) =>
  `/trpc/${Array(count).fill(path).join(',')}?batch=1&input=${inputs(count, input)}`;

type Answer = { result?: object; error?: { data: { errorCode: string; httpStatus: number } } };

describe('a tRPC batch', () => {
  it('answers as many calls as fit into a response, and refuses the rest', async () => {
    const person = await portal.register();
    // A control character takes six bytes of JSON, in the content and in its rendering.
    const page = { title: 'Control characters', content: '\u0001'.repeat(120_000), contentFormat: 'markdown' };
    const { id } = (await person.post('/api/cms/pages', page)).json().data;

    const response = await person.get(batch('cms.pages.get', 20, { id }));
    const answers: Answer[] = response.json();

    expect(Buffer.byteLength(response.body)).toBeLessThan(BATCH_BYTES + 64 * 1024);
    const refused = answers.findIndex(({ error }) => error);
    expect(refused).toBeGreaterThan(1);
    expect(answers.slice(0, refused).every(({ result }) => result)).toBe(true);
    expect(new Set(answers.slice(refused).map(({ error }) => error?.data.errorCode))).toEqual(
      new Set(['PAYLOAD_TOO_LARGE']),
    );
  });

  it('runs its calls one after another', async () => {
    const person = await portal.register();
    const { id } = (await person.post('/api/cms/pages', { title: 'One' })).json().data;
    const titles = ['Two', 'Three', 'Four', 'Five'];

    const response = await person.post(
      `/trpc/${titles.map(() => 'cms.pages.update').join(',')}?batch=1`,
      Object.fromEntries(titles.map((title, n) => [n, { id, title }])),
    );

    const versions = response.json().map(({ result }: { result: { data: { data: object } } }) => result.data.data);
    expect(versions).toMatchObject(titles.map((title, n) => ({ title, version: n + 2 })));
  });

  it.each([
    ['alone', query('dashboard.kpis', {})],
    ['in a batch', batch('dashboard.kpis', 2, {})],
  ])('is private and not stored, also with key figures %s', async (_how, url) => {
    const person = await portal.register();

    const { statusCode, headers } = await person.get(url);

    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers.etag).toBeUndefined();
  });
});

describe('a single answer', () => {
  it.each(['REST', 'tRPC'])('is at most 4 MiB over %s, and says so otherwise', async (how) => {
    const person = await portal.register();
    const page = { title: 'Control characters', content: '\u0001'.repeat(160_000), contentFormat: 'html' };
    const { id } = (await person.post('/api/cms/pages', page)).json().data;
    for (let round = 0; round < 4; round++)
      await person.put(`/api/cms/pages/${id}`, { content: `${round}${'\u0001'.repeat(160_000)}` });

    const url = `/api/cms/pages/${id}/versions?limit=200`;
    const response = await person.get(how === 'REST' ? url : query('cms.pages.versions', { id, limit: 200 }));

    expect(Buffer.byteLength(response.body)).toBeLessThanOrEqual(ANSWER_BYTES + 1024);
    expect(response.statusCode).toBe(413);
    expect(response.headers['x-error-code']).toBe('PAYLOAD_TOO_LARGE');
  });
});
