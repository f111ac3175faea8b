import { describe, expect, it, onTestFinished } from 'vitest';
import type { Tenant } from '../../db/tenant.ts';
import { openRenderer } from '../../routers/cms/rendering/renderer.ts';
import { makePage, readPage } from '../helpers/content.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { withRenderer } from '../helpers/rendering.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ own: true });

const PAGES = '/api/cms/pages';
const LONGEST = 500_000;

// As many as fit: a body has at most 1 MiB, and other scripts need more of it.
const filled = (piece: string) =>
  piece.repeat(Math.floor(Math.min(LONGEST / piece.length, 1_000_000 / Buffer.byteLength(piece))));

/** Texts that take a second or more to render. */
const SLOW = filled('![');

// Generous, so that a busy machine changes no outcome.
const LIMITS = { queue: 50, waiting: 60_000, running: 60_000 };

describe('A page of 500,000 characters', () => {
  const text = filled(
    '## A heading\n\nDental implants **replace** teeth, as [our guide](/guide) tells.\n\n- one\n- two\n\n',
  );

  it('is stored unchanged, rendered and scored in full', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);

    const response = await person.put(`${PAGES}/${id}`, { content: text });

    const page = response.json().data;
    const { content } = await readPage(person, id, '/scores');
    expect(response.statusCode).toBe(200);
    expect(page.content).toBe(text);
    expect(page.contentHtml.match(/<h2[ >]/g)).toHaveLength(text.match(/## /g)?.length ?? 0);
    expect(content.headings).toBe(text.match(/## /g)?.length);
  });

  it('does not block other requests while it is rendered', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    withRenderer(portal, LIMITS);
    let saved = false;
    let reads = 0;

    const saving = person.put(`${PAGES}/${id}`, { content: SLOW, title: 'x' }).finally(() => {
      saved = true;
    });
    while (!saved) {
      await person.get(`${PAGES}/${id}`);
      reads++;
    }

    // The last of them may have ended after the save.
    expect((await saving).statusCode).toBe(200);
    expect(reads).toBeGreaterThan(5);
  });

  it.each(['[', '<', '|-|\n', '- a\n  ', '**a_', '日本'])(
    'of nothing but %j is saved or refused whole',
    async (piece) => {
      const person = await portal.register();
      const page = await makePage(person);
      const content = filled(piece);

      const response = await person.put(`${PAGES}/${page.id}`, { content });

      const after = await readPage(person, page.id);
      expect(['200', '400 VALIDATION_ERROR']).toContain(outcome(response));
      expect([after.version, after.content === content]).toEqual(response.statusCode === 200 ? [2, true] : [1, false]);
    },
  );
});

describe('Content that takes too long to render', () => {
  it('is refused with an explanation, and nothing is stored', async () => {
    const person = await portal.register();
    const page = await makePage(person);
    withRenderer(portal, { ...LIMITS, running: 1 });

    const change = await person.put(`${PAGES}/${page.id}`, { title: 'New', content: SLOW });
    const creation = await person.post(PAGES, { title: 'New', content: SLOW });

    for (const response of [change, creation]) {
      expect(response.statusCode).toBe(400);
      expect(response.json().issues).toEqual([{ path: 'content', message: expect.stringContaining('too long') }]);
    }
    expect(await readPage(person, page.id)).toEqual(page);
    expect((await person.get(PAGES)).json()).toHaveLength(1);
  });

  it('does not block edits of title and status', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    withRenderer(portal, { ...LIMITS, running: 1 });

    const response = await person.put(`${PAGES}/${id}`, { title: 'New', status: 'published' });

    expect(response.statusCode).toBe(200);
  });

  it('does not delay later requests', async () => {
    const person = await portal.register();
    withRenderer(portal, { ...LIMITS, running: 500 });

    const [slow, quick] = await Promise.all([
      person.post(PAGES, { title: 'Slow', content: SLOW }),
      person.post(PAGES, { title: 'Quick', content: 'Quick' }),
    ]);

    expect([400, 201]).toContain(slow.statusCode);
    expect(quick.statusCode).toBe(201);
  });
});

describe('More long pages than rendering threads', () => {
  it('are queued, and refused with 503 when the queue is full', async () => {
    const person = await portal.register();
    withRenderer(portal, { ...LIMITS, queue: 1 });

    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((title) => person.post(PAGES, { title, content: '# a\n'.repeat(60_000) })),
    );

    expect(answers.map(outcome).sort()).toEqual(['201', '201', '503 SERVICE_UNAVAILABLE']);
    expect((await person.get(PAGES)).json()).toHaveLength(2);
  });

  it('are rendered in turns by client', async () => {
    const renderer = openRenderer(LIMITS);
    onTestFinished(async () => void (await renderer.close()));
    const order: string[] = [];
    const render = (clientId: string) =>
      renderer
        .render({ clientId } as Tenant, { content: 'a '.repeat(20_000), format: 'markdown' })
        .then(() => order.push(clientId));

    await Promise.all([...Array.from({ length: 5 }, () => render('busy')), render('other')]);

    expect(order).toHaveLength(6);
    expect(order.indexOf('other')).toBeLessThanOrEqual(2);
  });

  it('of several clients at once let the others go first', async () => {
    const renderer = openRenderer(LIMITS);
    onTestFinished(async () => void (await renderer.close()));
    const order: string[] = [];
    const table = (n: number) => '|a|b|\n|-|-|\n'.padEnd(19_000, '|a|b|\n') + n;
    const render = (clientId: string, content: string) =>
      renderer.render({ clientId } as Tenant, { content, format: 'markdown' }).then(() => order.push(clientId));
    const busy = ['one', 'two', 'three', 'four'];
    for (let n = 0; n < 6; n++) await Promise.all(busy.map((client) => render(client, table(n))));
    order.length = 0;

    await Promise.all([...busy.map((client) => render(client, table(7))), render('other', 'Short.')]);

    expect(order.indexOf('other')).toBeLessThanOrEqual(1);
  });

  it('are refused with 503 after waiting too long', async () => {
    const person = await portal.register();
    withRenderer(portal, { queue: 9, waiting: 1, running: 200 });

    const answers = await Promise.all([1, 2, 3, 4].map((n) => person.post(PAGES, { title: `${n}`, content: SLOW })));

    expect(answers.map(outcome)).toContain('503 SERVICE_UNAVAILABLE');
    expect(answers.filter(({ statusCode }) => ![400, 503].includes(statusCode))).toEqual([]);
    expect((await person.get(PAGES)).json()).toEqual([]);
  });
});

it('lets no organization wait for the slow texts of others', async () => {
  const renderer = openRenderer(LIMITS);
  onTestFinished(async () => void (await renderer.close()));
  const tenant = (name: string) => ({ clientId: name }) as unknown as Tenant;
  const slow = (name: string) => renderer.render(tenant(name), { content: SLOW, format: 'markdown' });
  const ended: string[] = [];
  await slow('slow');

  const slowOnes = ['slow', 'slow'].map((name) => slow(name).then(() => ended.push(name)));
  await renderer.render(tenant('other'), { content: filled('word '), format: 'markdown' });
  ended.push('other');
  await Promise.all(slowOnes);

  expect(ended[0]).toBe('other');
});
