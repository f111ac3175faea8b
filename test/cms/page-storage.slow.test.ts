import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { pageStorage, pages, pageVersions } from '../../db/schema/index.ts';
import { pruneVersions } from '../../routers/cms/prune-versions.ts';
import { pruningMarks } from '../../routers/cms/storage.ts';
import { clientDb } from '../helpers/client-db.ts';
import { makePage, readPage } from '../helpers/content.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ besideOthers: true, env: { PAGE_STORAGE_MIB: '16' } });

const MIB = 1024 * 1024;
const PAGES = '/api/cms/pages';
/** Characters of three bytes: with its HTML and its version 3 MB. */
const LARGE = '€'.repeat(340_000);

const storage = async ({ orgId }: Person) => (await clientDb(portal, orgId).select().from(pageStorage))[0]?.bytes ?? 0;

/** The bytes of pages and versions, added up. */
async function addedUp({ orgId }: Person) {
  const [row] = await clientDb(portal, orgId).execute<{ bytes: number }>(
    sql`select (select coalesce(sum(octet_length(content) + octet_length(content_html) + 8192), 0) from ${pages})::float8
      + (select coalesce(sum(octet_length(content) + 4096), 0) from ${pageVersions})::float8 as bytes`,
  );
  return row?.bytes;
}

/** A page with 63 more versions of 250,000 characters, four a day; each eighth was published. */
async function fullPage(person: Person): Promise<string> {
  const { id } = await makePage(person);
  const db = clientDb(portal, person.orgId);
  await db.execute(sql`
    insert into ${pageVersions} (client_id, id, page_id, version, title, content, size, status, tags, changed, created_at)
    select ${person.orgId}, gen_random_uuid(), ${id}, n, 'Title', repeat('x', 250000), 250000,
      (case when n % 8 = 0 then 'published' else 'draft' end)::page_status, '{}',
      case when n = 10 then array['title'] else array['content'] end,
      date_trunc('day', now()) - interval '17 days' + n * interval '6 hours'
    from generate_series(2, 64) n`);
  await db.execute(sql`update ${pages} set version = 64`);
  return id;
}

const prune = () => pruneVersions(portal.deps.database.asMaintenance(), pruningMarks(portal.deps.env));

it('keeps count of the storage of pages and versions, through edits, purges and cascades', async () => {
  const person = await portal.register();
  const { id } = await makePage(person);
  await makePage(person, { content: 'Another, with an ü' });
  await person.put(`${PAGES}/${id}`, { content: 'A longer text than it was before' });
  await person.put(`${PAGES}/${id}`, { status: 'published' });
  const before = await storage(person);
  expect(before).toBe(await addedUp(person));

  await clientDb(portal, person.orgId).execute(sql`delete from ${pages} where id = ${id}`);

  expect(await storage(person)).toBe(await addedUp(person));
  expect(await storage(person)).toBeLessThan(before);
});

it('refuses text beyond the maximum with 413, and changes nothing', async () => {
  const [person, other] = [await portal.register(), await portal.register()];
  const id = await fullPage(person);

  const saved = await person.put(`${PAGES}/${id}`, { content: LARGE });
  const created = await person.post(PAGES, { title: 'One more', content: LARGE });
  const published = await person.put(`${PAGES}/${id}`, { status: 'published' });

  expect([saved, created].map(outcome)).toEqual(['413 PAYLOAD_TOO_LARGE', '413 PAYLOAD_TOO_LARGE']);
  expect(saved.json().error).toContain('16 MiB');
  expect(outcome(published)).toBe('200');
  expect(published.json().data).toMatchObject({ version: 65, content: '# Prices\n\nIt depends.\n' });
  expect(outcome(await other.post(PAGES, { title: 'Of another', content: LARGE }))).toBe('201');
});

it('prunes drafts, oldest and densest first, until there is room', async () => {
  const person = await portal.register();
  const id = await fullPage(person);

  await prune();
  const versions: { version: number; status: string; changed: string[] }[] = [];
  for (let next = `${PAGES}/${id}/versions?limit=5`; next; ) {
    const page = await person.get(next);
    versions.push(...page.json().data);
    expect(page.json().total).toBeGreaterThan(40);
    next = /<(.+)>/.exec(String(page.headers.link ?? ''))?.[1] ?? '';
  }

  const numbers = versions.map(({ version }) => version);
  expect(await storage(person)).toBeLessThanOrEqual(12 * MIB);
  expect(await storage(person)).toBe(await addedUp(person));
  expect(numbers).toEqual([...numbers].sort((one, other) => other - one));
  // The first one, the newest 20, what was published, and the last of each day.
  expect(numbers.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, n) => 64 - n));
  expect(numbers).toEqual(expect.arrayContaining([1, 8, 16, 24, 32, 40, 7, 11, 15, 19, 23]));
  expect(numbers).not.toContain(10);
  expect(versions.find(({ version }) => version === 11)?.changed).toEqual(['content', 'title']);
  expect((await person.get(`${PAGES}/${id}/versions?limit=1`)).json().total).toBe(numbers.length);
  expect(outcome(await person.post(`${PAGES}/${id}/versions/10/restore`, undefined))).toBe('404 NOT_FOUND');
  expect((await readPage(person, id, '/activity')).length).toBeGreaterThan(0);
  expect(outcome(await person.put(`${PAGES}/${id}`, { content: 'x'.repeat(400_000) }))).toBe('200');
});

it('leaves versions alone while there is room', async () => {
  const person = await portal.register();
  const { id } = await makePage(person);
  for (let n = 0; n < 30; n++) await person.put(`${PAGES}/${id}`, { title: `Title ${n}` });

  await prune();

  expect((await readPage(person, id, '/versions?limit=100')).length).toBe(31);
});
