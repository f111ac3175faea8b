import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRenderer, renderer } from '../../routers/cms/rendering/renderer.ts';
import { ANSWER_BYTES, BATCH_BYTES } from '../../server/limits/sizes.ts';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { listing } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';
import { query } from '../helpers/wire.ts';

const portal = portalForThisFile({ own: true });

const inputs = (count: number, input: object) =>
  encodeURIComponent(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [n, input]))));
const batch = (path: string, count: number, input: object) =>
  `/trpc/${Array(count).fill(path).join(',')}?batch=1&input=${inputs(count, input)}`;

type Answer = { result?: object; error?: { data: { errorCode: string; httpStatus: number } } };

describe('the response of a tRPC batch', () => {
  it('contains as many results as fit and errors for the rest', async () => {
    const person = await portal.register();
    // A control character takes six bytes of JSON, in the content and in the rendered HTML.
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

  it('runs the calls one after another', async () => {
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
    ['in a single call', query('dashboard.kpis', {})],
    ['in a batch', batch('dashboard.kpis', 2, {})],
  ])('is private and not cached, with key figures %s', async (_how, url) => {
    const person = await portal.register();

    const { statusCode, headers } = await person.get(url);

    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers.etag).toBeUndefined();
  });
});

describe('a list', () => {
  it.each(['REST', 'tRPC'])('ends before a response of 4 MiB over %s, and says that more follow', async (how) => {
    const person = await portal.register();
    const page = { title: 'Control characters', content: '\u0001'.repeat(160_000), contentFormat: 'html' };
    const { id } = (await person.post('/api/cms/pages', page)).json().data;
    for (let round = 0; round < 4; round++)
      await person.put(`/api/cms/pages/${id}`, { content: `${round}${'\u0001'.repeat(160_000)}` });
    const read = async (offset: number) => {
      const url = `/api/cms/pages/${id}/versions?limit=200&offset=${offset}`;
      const response = await person.get(how === 'REST' ? url : query('cms.pages.versions', { id, limit: 200, offset }));
      const body = response.json();
      const { data, total } = how === 'REST' ? body : body.result.data;
      expect(Buffer.byteLength(response.body)).toBeLessThanOrEqual(ANSWER_BYTES.heavy);
      const versions = data.map(({ version }: { version: number }) => version);
      return [response.statusCode, versions, total, response.headers['x-has-more']];
    };

    expect(await read(0)).toEqual([200, [5, 4, 3, 2], 5, 'true']);
    expect(await read(4)).toEqual([200, [1], 5, 'false']);
  });

  it('of templates ends early too', async () => {
    const { person, send } = await sender(portal);
    const bodies = Array.from({ length: 40 }, (_, n) =>
      record('template', { name: `Template ${n + 10}`, body: '\u0001'.repeat(20_000) }),
    );
    for (const part of [bodies.slice(0, 20), bodies.slice(20)])
      expect((await send(part)).json()).toMatchObject({ accepted: 20 });

    const first = await person.get('/api/templates');
    const { length } = first.json().data;
    const rest = await person.get(`/api/templates?offset=${length}`);
    const next = await person.get(/^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '');

    expect([first.statusCode, first.headers['x-has-more']]).toEqual([200, 'true']);
    expect([rest.statusCode, rest.headers['x-has-more']]).toEqual([200, 'false']);
    expect(next.json()).toEqual(rest.json());
    const names = [...first.json().data, ...rest.json().data].map(({ name }) => name);
    expect(names.slice(-40)).toEqual(Array.from({ length: 40 }, (_, n) => `Template ${n + 10}`));
  });

  it('ends before a response of 256 KiB where it is an ordinary one', async () => {
    const { person, send } = await sender(portal);
    const [date] = new Date(Date.now() - 3 * 86_400_000).toISOString().split('T');
    const sources = Array.from({ length: 150 }, (_, n) =>
      record('traffic_source', {
        date,
        source: `${n}`.padStart(3, '0').padEnd(200, '\u0001'),
        medium: '\u0001'.repeat(200),
        sessions: 5,
      }),
    );
    expect((await send(sources)).json()).toMatchObject({ accepted: 150 });
    const shown = (response: LightMyRequestResponse) =>
      response.json().data.sources.map(({ source }: { source: string }) => source.slice(0, 3));

    const first = await person.get('/api/analytics/sources?limit=200');
    const next = await person.get(/^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '');

    expect([first.statusCode, first.headers['x-has-more']]).toEqual([200, 'true']);
    expect([next.statusCode, next.headers['x-has-more']]).toEqual([200, 'false']);
    expect(Buffer.byteLength(first.body)).toBeLessThanOrEqual(ANSWER_BYTES.ordinary);
    expect([...shown(first), ...shown(next)]).toEqual(sources.map((_, n) => `${n}`.padStart(3, '0')));
  });

  it('of the contents of a scan ends early too', async () => {
    const { person, post } = await sender(portal);
    // The flags of the comparison are added to texts that fill the body.
    const listings = Array.from({ length: 1000 }, (_, n) =>
      listing({ directory: `Directory ${n}`, listedName: 'x'.repeat(1900), listedAddress: 'y'.repeat(1900) }),
    );
    expect((await post('/api/ingest/scans', scan({ listings }))).statusCode).toBe(201);
    const shown = (response: LightMyRequestResponse) =>
      response.json().data.directory_results.map(({ directory }: { directory: string }) => directory);

    const first = await person.get('/api/visibility/listing-health');
    const next = await person.get(/^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '');

    expect([first.statusCode, first.headers['x-has-more']]).toEqual([200, 'true']);
    expect([next.statusCode, next.headers['x-has-more']]).toEqual([200, 'false']);
    expect([...shown(first), ...shown(next)]).toEqual(listings.map(({ directory }) => directory));
    expect(first.json().data.summary).toEqual(next.json().data.summary);
  });

  it.each([
    '/api/cms/pages',
    '/api/cms/templates',
    '/api/analytics/reviews',
    '/api/insights/history',
    '/api/content-suggestions',
    '/api/dashboard/action-items',
    '/api/auth/account/activity',
    '/api/auth/org/activity',
  ])('at %s says that nothing follows', async (url) => {
    const person = await portal.register();

    const { statusCode, headers } = await person.get(url);

    expect([statusCode, headers['x-has-more']]).toEqual([200, 'false']);
  });
});

describe('a page that could not be returned', () => {
  it('is not saved, and the error names the content', async () => {
    const patient = openRenderer({ queue: 50, waiting: 60_000, running: 60_000 });
    onTestFinished(async () => void (await patient.close()));
    const own = await portalForThisTest();
    Object.assign(own.deps.use(renderer), { render: patient.render });
    const person = await own.register();
    // Each of these links has the whole address.
    const links = `[a]: https://example.com/${'a'.repeat(1000)}\n\n${'[a] '.repeat(4500)}`;
    const page = { title: 'Many links', content: links, contentFormat: 'markdown' };

    const created = await person.post('/api/cms/pages', page);
    const { id } = (await person.post('/api/cms/pages', { title: 'Short', contentFormat: 'markdown' })).json().data;
    const updated = await person.put(`/api/cms/pages/${id}`, { content: page.content });

    for (const response of [created, updated]) {
      expect(response.statusCode).toBe(400);
      expect(response.body).toContain('the content and its HTML together must take less than 4 MiB');
    }
    expect((await person.get(`/api/cms/pages/${id}`)).json().data.version).toBe(1);
  });
});
