import { randomUUID } from 'node:crypto';
import { getTableName, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXPORTED, exportedColumns, LEFT_OUT, NOT_PERSONAL, PERSONAL } from '../../routers/exports/archive/tables.ts';
import { fingerprint } from '../../server/identity/tokens.ts';
import { archiveAt, exportOf } from '../helpers/archives.ts';
import { clientDb } from '../helpers/client-db.ts';
import { registerMarked } from '../helpers/marked-client.ts';
import { registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';
import { readArchive } from '../helpers/zip.ts';

const portal = portalForThisFile({ restricted: true });

let operator: Person;
beforeAll(async () => {
  operator = await registerOperator(portal);
});

/** The tables whose rows belong to clients, from the database itself. */
const tablesWith = async (...columns: string[]) => {
  const rows = await portal.deps.database.accounts.execute<{ name: string }>(sql`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
      and a.attname = any(${sql.param(`{${columns.join()}}`)}::text[])`);
  return rows.map(({ name }) => name).sort();
};

describe('The archive of a client', () => {
  it('has every table with rows of clients, except the listed exceptions', async () => {
    const named = [...EXPORTED.map(getTableName), ...Object.keys(LEFT_OUT), 'memberships'];

    expect(named.sort()).toEqual(await tablesWith('client_id', 'org_id'));
  });

  it('has no column that gives access', () => {
    const columns = EXPORTED.flatMap((table) =>
      Object.values(exportedColumns(table)).map(({ name }) => `${getTableName(table)}.${name}`),
    );

    expect(columns.length).toBeGreaterThan(200);
    expect(columns.filter((name) => /secret|hash|sealed|password|\.token$/i.test(name))).toEqual([]);
  });

  it('holds the data of the client, counted and hashed, and nothing of others', async () => {
    const [one, other] = [await registerMarked(portal), await registerMarked(portal)];

    const row = await exportOf(portal, operator, one.person);
    const archive = await archiveAt(portal, row.url);

    expect(row).toMatchObject({ status: 'ready', expiresAt: expect.any(String) });
    expect(archive.manifest.files).toEqual(archive.contents);
    expect(archive.manifest.schemaVersion).toBeGreaterThan(0);
    expect(archive.all).not.toContain(other.mark);
    expect(archive.all).not.toContain(one.key);
    expect(archive.all).not.toContain(one.person.password);
    const [organization] = archive.rows('tables/organizations.ndjson');
    expect(organization).toMatchObject({ id: one.person.orgId, name: `Dental ${one.mark}` });
    expect(Object.keys(organization ?? {})).not.toContain('notes');
    expect(archive.rows('tables/memberships.ndjson')).toMatchObject([{ email: one.person.email, role: 'admin' }]);
    expect(archive.rows('tables/score_runs.ndjson')).toMatchObject([{ externalId: one.mark }]);
    const pages = archive.rows('tables/pages.ndjson');
    expect(pages.map(({ id }) => id).sort()).toEqual([one.ids.page, one.ids.binned].sort());
    expect(pages[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const files = [...archive.files.keys()].filter((path) => path.startsWith('pages/'));
    expect(files).toEqual([expect.stringMatching(new RegExp(`^pages/[a-z0-9-]+-${one.ids.page}\\.md$`))]);
    expect(archive.text(files[0] ?? '')).toBe(`# ${one.mark}`);
  });

  it('has every row of tables that take many statements, once', async () => {
    const person = await portal.register();
    await clientDb(portal, person.orgId).execute(sql`
      insert into traffic_hourly (client_id, external_id, at, sessions)
      select ${person.orgId}::uuid, 'hour ' || n, now() - n * interval '1 hour', n from generate_series(1, 1203) n`);
    await clientDb(portal, person.orgId).execute(sql`
      insert into website_daily (client_id, external_id, date, source, users, sessions, pageviews, bounce_rate,
        avg_session_seconds, conversions, top_pages)
      select ${person.orgId}::uuid, 'day ' || n, '2026-01-01', 'ga4', n, n, n, 1, 1, 1,
        jsonb_build_array(jsonb_build_object('path', repeat('long', 30000), 'pageviews', n)) from generate_series(1, 30) n`);

    const { url } = await exportOf(portal, operator, person);
    const archive = await archiveAt(portal, url);

    const idsOf = (table: string) => archive.rows(`tables/${table}.ndjson`).map(({ externalId }) => externalId);
    expect(new Set(idsOf('traffic_hourly')).size).toBe(1203);
    expect(new Set(idsOf('website_daily')).size).toBe(30);
    expect(archive.manifest.files).toEqual(archive.contents);
  });
});

describe('The archive of a person', () => {
  it('lists every table with an author column, as included or as left out', async () => {
    const named = [...PERSONAL.map(getTableName), ...Object.keys(NOT_PERSONAL)];
    const authors = await tablesWith('user_id', 'created_by', 'caller', 'caused_by');
    const ofClients = await tablesWith('client_id');

    expect(named.sort()).toEqual(authors.filter((name) => ofClients.includes(name)));
  });

  it('holds the person’s own data, and nothing of colleagues or secrets', async () => {
    const { person, mark } = await registerMarked(portal);
    const secret = `colleague-${randomUUID()}`;
    const colleague = await portal.join(person, 'member', { name: secret });
    await colleague.post('/api/insights/query', { type: 'nlq', query: `Who is ${secret}?` });

    const answer = await person.get('/api/auth/account/export');
    const archive = readArchive(answer.rawPayload);

    expect(outcome(answer)).toBe('200');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="account-\d{4}-\d\d-\d\d\.zip"$/),
    });
    expect(archive.manifest.files).toEqual(archive.contents);
    expect(archive.rows('account/users.ndjson')).toMatchObject([{ id: person.userId, email: person.email }]);
    expect(archive.rows('account/memberships.ndjson')).toMatchObject([{ orgId: person.orgId, role: 'admin' }]);
    expect(archive.rows('account/security_events.ndjson').length).toBeGreaterThan(0);
    expect(archive.rows(`organizations/${person.orgId}/page_comments.ndjson`)).toMatchObject([{ text: mark }]);
    expect(archive.all).not.toContain(secret);
    expect(archive.all).not.toMatch(/argon2|passwordHash/);
    const [token = ''] = /portal_session=([^;]+)/.exec(person.cookie)?.slice(1) ?? [];
    for (const secretText of [token, fingerprint(token)]) expect(archive.all).not.toContain(secretText);
  });

  it('comes as base64 over tRPC, and at most ten times an hour', async () => {
    const person = await portal.register();

    const { data } = (await person.get('/trpc/auth.account.export')).json().result;
    const answers: string[] = [];
    for (let n = 0; n < 10; n++) answers.push(outcome(await person.get('/api/auth/account/export')));

    expect(Buffer.from(data, 'base64').subarray(0, 2).toString()).toBe('PK');
    expect(answers.at(-2)).toBe('200');
    expect(answers.at(-1)).toBe('429 RATE_LIMITED');
  });
});
