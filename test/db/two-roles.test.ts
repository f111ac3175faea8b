import { sql } from 'drizzle-orm';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Database } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { sweepTrail } from '../../server/identity/security-trail.ts';
import { onServer } from '../helpers/database.ts';
import type { Person } from '../helpers/people.ts';
import { openPortal, type Portal } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { writeLines } from '../helpers/trail.ts';
import { twoRoles } from '../helpers/two-roles.ts';

const patience = { statement: 10_000, transaction: 30_000 };
const DENIED = { code: '42501' };
const DAY = 24 * 3600 * 1000;

// Embedded, one role does all.
describe.skipIf(!onServer())('With a role for migrations', () => {
  let place: Awaited<ReturnType<typeof twoRoles>>;
  let database: Database;
  let portal: Portal;
  let person: Person;
  /** Connected as the role that serves. */
  let serving: Sql;

  beforeAll(async () => {
    place = await twoRoles();
    const { DATABASE_URL, DATABASE_MIGRATION_URL, DATA_DIR } = place.variables;
    serving = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
    database = await connect({ url: DATABASE_URL, migrationUrl: DATABASE_MIGRATION_URL, folder: DATA_DIR }, patience);
    // An existing portal of one role, which becomes the owner.
    const before = await connect({ url: DATABASE_MIGRATION_URL, folder: DATA_DIR }, patience);
    expect(await migrate(before)).toEqual({ ownerServes: true });
    await before.close();
    await Promise.all([migrate(database), migrate(database)]);
    portal = await openPortal({ beside: { database: { variables: place.variables } } });
    person = await portal.register();
    const pipeline = await person.pipeline();
    await pipeline.post('/api/ingest/scans', scan({ externalId: 'one' }));
  });
  afterAll(async () => {
    await serving.end();
    await portal.close();
    await database.close();
    await place.drop();
  });

  it.each([
    'alter table score_runs add column more text',
    'alter table users owner to current_user',
    'drop table users',
    'create table mine (id int)',
    'create temporary table mine (id int)',
    'create schema mine',
    'create index on users (name)',
    'alter table pgboss.job add column more text',
    'create table pgboss.mine (id int)',
    'select from drizzle.__drizzle_migrations',
    'truncate score_runs',
    'truncate users cascade',
    'alter table score_runs disable row level security',
    'alter table score_runs no force row level security',
    'alter table score_runs disable trigger all',
    'drop policy one_client on score_runs',
    'alter policy one_client on score_runs using (true)',
    'create policy mine on score_runs using (true)',
    'set role portal_maintenance',
    'grant portal_maintenance to current_user',
    'set session_replication_role = replica',
    "update security_events set type = 'signed_out'",
    'delete from security_events',
    'truncate security_events',
    "update operator_reasons set reason = 'another'",
    'delete from operator_reasons',
    'delete from users',
    'delete from organizations',
  ])('the role that serves is refused: %s', async (statement) => {
    await expect(serving.unsafe(statement)).rejects.toMatchObject(DENIED);
  });

  it('the role that serves cannot become the owner', async () => {
    await expect(serving.unsafe(`set role ${place.owner}`)).rejects.toMatchObject(DENIED);
  });

  it('the role that serves sees rows of clients only under a client’s id, and no others then', async () => {
    const count = 'select count(*)::int as rows from score_runs';
    const scoped = (id: string) =>
      serving.begin(async (tx) => {
        await tx`select set_config('role', 'portal_tenant', true), set_config('app.client_id', ${id}, true)`;
        return tx.unsafe(count);
      });

    expect(await serving.unsafe(count)).toEqual([{ rows: 0 }]);
    await expect(serving.unsafe(`set row_security = off; ${count}`)).rejects.toMatchObject(DENIED);
    expect(await scoped(person.orgId)).toEqual([{ rows: 1 }]);
    expect(await scoped((await portal.register()).orgId)).toEqual([{ rows: 0 }]);
  });

  it('the role that serves cannot read accounts as a client', async () => {
    await serving.unsafe('reset row_security');
    await expect(
      serving.begin(async (tx) => {
        await tx.unsafe('set local role portal_tenant');
        await tx.unsafe('select from users');
      }),
    ).rejects.toMatchObject(DENIED);
  });

  it('events of the trail are still deleted after 400 days', async () => {
    await writeLines(portal, person, 1, new Date(Date.now() - 399 * DAY));
    await writeLines(portal, person, 2, new Date(Date.now() - 401 * DAY));
    const old = "select count(*)::int as old from security_events where at < now() - interval '398 days'";
    expect(await serving.unsafe(old)).toEqual([{ old: 3 }]);

    await sweepTrail(portal.deps.database.asMaintenance());

    expect(await serving.unsafe(old)).toEqual([{ old: 1 }]);
  });

  it('row-level security adds nothing to reads of organizations for accounts', async () => {
    const plan = await serving.unsafe("explain (costs off) select name from organizations where website = 'x'");

    expect(plan.map((row) => row['QUERY PLAN'])).toEqual([
      'Seq Scan on organizations',
      "  Filter: (website = 'x'::text)",
    ]);
  });

  const shape = async () => [
    ...(await place.admin.unsafe(`select relname, (select string_agg(acl::text, ',' order by acl::text)
        from unnest(relacl) acl) as grants from pg_class
      where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and relkind in ('r', 'p') order by 1`)),
    ...(await place.admin.unsafe('select tablename, policyname, roles::text, qual from pg_policies order by 1, 2')),
  ];

  it('a start restores the rights of accounts, and takes others away', async () => {
    const before = await shape();
    for (const statement of [
      'revoke select on users from portal_accounts',
      'grant update, delete on security_events to portal_accounts',
      'revoke all on pgboss.job from portal_accounts',
      'drop policy all_accounts on organizations',
    ])
      await place.admin.unsafe(statement);
    expect(await shape()).not.toEqual(before);

    await migrate(database);

    expect(await shape()).toEqual(before);
    expect((await portal.register()).orgId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['may become portal_maintenance', 'grant portal_maintenance to SERVING', 'revoke portal_maintenance from SERVING'],
    ['may become portal_owner_', 'grant OWNER to SERVING', 'revoke OWNER from SERVING'],
    ['has or may take SUPERUSER, BYPASSRLS', 'alter role SERVING bypassrls', 'alter role SERVING nobypassrls'],
    ['has or may take SUPERUSER', 'alter role SERVING superuser', 'alter role SERVING nosuperuser'],
    ['has or may take SUPERUSER', 'alter role SERVING createrole', 'alter role SERVING nocreaterole'],
    ['has or may take SUPERUSER', 'alter role SERVING replication', 'alter role SERVING noreplication'],
    ['owns the table pages', 'alter table pages owner to SERVING', 'alter table pages owner to OWNER'],
    [
      'owns the function keep_insight_run_totals()',
      'alter function keep_insight_run_totals owner to SERVING',
      'alter function keep_insight_run_totals owner to OWNER',
    ],
    [
      'may change or delete rows of security_events',
      'grant delete on security_events to public',
      'revoke delete on security_events from public',
    ],
    [
      'may change or delete rows of security_events',
      'grant update (details) on security_events to SERVING',
      'revoke update (details) on security_events from SERVING',
    ],
    [
      'may delete rows of users, and the security trail with them',
      'grant delete on users to SERVING',
      'revoke delete on users from SERVING',
    ],
    [
      'may change or delete rows of security_events',
      'grant pg_write_all_data to SERVING',
      'revoke pg_write_all_data from SERVING',
    ],
    ['may truncate reviews', 'grant truncate on reviews to SERVING', 'revoke truncate on reviews from SERVING'],
    [
      'may create objects in the schema public',
      'grant create on schema public to public',
      'revoke create on schema public from public',
    ],
  ])('a start refuses a role that serves and %s', async (excess, damage, repair) => {
    const named = (statement: string) =>
      statement.replaceAll('SERVING', place.serving).replaceAll('OWNER', place.owner);
    await place.admin.unsafe(named(damage));
    const outcome = await migrate(database).then(
      () => 'started',
      ({ message }) => message as string,
    );
    await place.admin.unsafe(named(repair));

    expect(outcome).toContain(`The user of DATABASE_URL ${excess}`);
    expect(outcome).toMatch(/^[^\n]+ See "Two roles" in docs\/deploy\.md\.$/);
    expect(await migrate(database)).toEqual({ ownerServes: false });
  });

  it('a start says who lacks which roles', async () => {
    await place.admin.unsafe(`revoke portal_accounts from ${place.serving}`);

    await expect(migrate(database)).rejects.toThrow(
      /^The user of DATABASE_URL is no member of portal_tenant, portal_operator and portal_accounts[^\n]+$/,
    );

    await place.admin.unsafe(`grant portal_accounts to ${place.serving}`);
    expect(await migrate(database)).toEqual({ ownerServes: false });
  });

  it('a start refuses two URLs of different databases before it changes either', async () => {
    const elsewhere = await twoRoles();
    const url = elsewhere.variables.DATABASE_URL;
    const crossed = await connect(
      { ...database, url, migrationUrl: place.variables.DATABASE_MIGRATION_URL, folder: '' },
      patience,
    );
    const refusal = migrate(crossed);

    await expect(refusal).rejects.toThrow('DATABASE_MIGRATION_URL leads to another database than DATABASE_URL.');
    expect(await elsewhere.admin`select from pg_tables where schemaname = 'public'`).toHaveLength(0);
    await crossed.close();
    await elsewhere.drop();
  });

  it('two URLs of one role are one role', async () => {
    const { DATABASE_MIGRATION_URL } = place.variables;
    const named = `${DATABASE_MIGRATION_URL}?application_name=migrations`;
    const alone = await connect({ url: DATABASE_MIGRATION_URL, migrationUrl: named, folder: '' }, patience);

    expect(await migrate(alone)).toEqual({ ownerServes: true });

    expect(await alone.asMaintenance().execute(sql`select current_user as role`)).toEqual([
      { role: 'portal_maintenance' },
    ]);
    await alone.close();
  });
});
