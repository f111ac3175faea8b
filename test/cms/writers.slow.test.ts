import { describe, expect, it } from 'vitest';
import { makePage, readPage } from '../helpers/content.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { homeForThisTest, portalProcess, settle } from '../helpers/process.ts';

const portal = portalForThisFile();

const PAGES = '/api/cms/pages';

interface Past {
  version: number;
  title: string;
  content: string;
  status: string;
  createdAt: string;
}

const isSorted = (times: string[]) => times.every((time, index) => index === 0 || time >= (times[index - 1] ?? ''));

describe('Fifty concurrent writers', () => {
  it('create fifty versions, one consistent page and activity in the same order', async () => {
    // An embedded database belongs to one process.
    const other = await portalForThisTest({ beside: portal });
    const person = await portal.register();
    const { id } = await makePage(person);
    const status = (n: number) => ['draft', 'review', 'published'][n % 3];

    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (n % 2 ? portal : other).inject({
          method: 'PUT',
          url: `${PAGES}/${id}`,
          headers: { cookie: person.cookie },
          payload: { title: `Title ${n}`, content: `Content ${n}`, status: status(n) },
        }),
      ),
    );

    const versions: Past[] = (await readPage(person, id, '/versions?limit=200')).toReversed();
    const activity = (await readPage(person, id, '/activity?limit=200')).toReversed();
    const page = await readPage(person, id);
    const numbers = Array.from({ length: 51 }, (_, index) => index + 1);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200));
    expect(versions.map(({ version }) => version)).toEqual(numbers);
    expect(activity.map(({ version }: Past) => version)).toEqual(numbers);
    expect(new Set(versions.map(({ content }) => content)).size).toBe(51);
    for (const { title, content, status: then } of versions.slice(1)) {
      const n = Number(title.split(' ')[1]);
      expect([content, then]).toEqual([`Content ${n}`, status(n)]);
    }
    expect(page).toMatchObject({ version: 51, title: versions[50]?.title, content: versions[50]?.content });
    expect(page.contentHtml).toBe(`<p>${page.content}</p>\n`);
    expect(isSorted(versions.map(({ createdAt }) => createdAt))).toBe(true);
    for (const [index, { fromStatus, toStatus, createdAt }] of activity.entries())
      expect([fromStatus, toStatus, createdAt]).toEqual([
        versions[index - 1]?.status ?? null,
        versions[index]?.status,
        versions[index]?.createdAt,
      ]);
  });

  it('keep each other’s changes of different fields', async () => {
    const person = await portal.register();
    const { id } = await makePage(person);
    const content = '# Heading\n\n[A link](/a)\n';

    await Promise.all([
      person.put(`${PAGES}/${id}`, { title: 'Another title' }),
      person.put(`${PAGES}/${id}`, { content }),
      person.put(`${PAGES}/${id}`, { status: 'review' }),
      person.put(`${PAGES}/${id}/metadata`, { tags: ['tag'] }),
    ]);

    const page = await readPage(person, id);
    const scores = await readPage(person, id, '/scores');
    expect(page).toMatchObject({ title: 'Another title', content, status: 'review', version: 5 });
    expect(page.metadata).toMatchObject({ tags: ['tag'], wordCount: 3 });
    expect(scores).toMatchObject({ version: 5, overall: page.scores.overall, content: { links: 1, headings: 1 } });
  });
});

describe('A failed edit', () => {
  const failing = (table: string) => `
    create or replace function break_it() returns trigger language plpgsql as $$
      begin raise exception 'broken'; end $$;
    create trigger broken before insert on ${table} for each row execute function break_it()`;

  it.each(['page_versions', 'page_activity'])('at %s leaves page, versions and activity unchanged', async (table) => {
    const broken = await portalForThisTest();
    const person = await broken.register();
    const page = await makePage(person);
    const { accounts: db } = broken.deps.database;
    for (const statement of failing(table).split(/;\n\s+(?=create trigger)/)) await db.execute(statement);

    const change = await person.put(`${PAGES}/${page.id}`, { title: 'Half', content: 'Half', status: 'published' });
    const creation = await person.post(PAGES, { title: 'Half' });
    await db.execute(`drop trigger broken on ${table}`);

    expect([change.statusCode, creation.statusCode]).toEqual([500, 500]);
    expect(await readPage(person, page.id)).toEqual(page);
    expect(await readPage(person, page.id, '/versions')).toHaveLength(1);
    expect(await readPage(person, page.id, '/activity')).toHaveLength(1);
    expect((await person.get(PAGES)).json()).toHaveLength(1);
    expect((await person.put(`${PAGES}/${page.id}`, { title: 'Whole' })).json().data.version).toBe(2);
  });

  it('in a killed process is stored completely or not at all', async () => {
    const variables = await homeForThisTest();
    const first = await portalProcess(variables);
    const { person, cookie } = await settle(first);
    const ids: string[] = [];
    for (const title of ['One', 'Two', 'Three']) {
      const made = await person.post(PAGES, { title });
      ids.push((made.json() as { data: { id: string } }).data.id);
    }
    const acknowledged = new Map<string, number>();
    const write = async (writer: number) => {
      for (let n = 0; ; n++) {
        const edit = { id: ids[n % ids.length], title: `${writer}-${n}`, content: `By ${writer}, ${n}` };
        const { status, json } = await person.post('/trpc/cms.pages.update', edit);
        const { id, version } = status === 200 ? json().result.data.data : { id: '', version: 0 };
        acknowledged.set(id, Math.max(version, acknowledged.get(id) ?? 0));
      }
    };
    const over = Promise.allSettled([0, 1, 2, 3].map(write));
    await expect
      .poll(() => Math.min(...ids.map((id) => acknowledged.get(id) ?? 0)), { timeout: 60_000 })
      .toBeGreaterThan(10);

    await first.kill();
    await over;
    const second = (await portalProcess(variables)).visitor().as({ cookie });
    const ask = async (path: string) => JSON.parse((await second.get(path)).text);

    for (const id of ids) {
      const [{ data: page }, versions, activity] = await Promise.all(
        ['', '/versions?limit=200', '/activity?limit=200'].map((more) => ask(`${PAGES}/${id}${more}`)),
      );
      expect(page.version).toBeGreaterThanOrEqual(acknowledged.get(id) ?? 0);
      for (const past of [versions, activity]) expect(past.total).toBe(page.version);
      expect(versions.data.length).toBe(Math.min(200, page.version));
      expect(activity.data.map(({ version }: Past) => version)).toEqual(
        versions.data.map(({ version }: Past) => version),
      );
      expect(versions.data[0]).toMatchObject({ version: page.version, title: page.title, content: page.content });
    }
  });
});
