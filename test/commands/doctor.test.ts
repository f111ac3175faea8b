import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { connect } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { perform } from '../../portal/process/commands.ts';
import { seal } from '../../server/identity/sealed.ts';
import { freshDatabase, onServer } from '../helpers/database.ts';
import { examined, keysForThisTest } from '../helpers/doctor.ts';
import { folderForThisTest } from '../helpers/folder.ts';
import { homeForThisTest, portalProcess } from '../helpers/process.ts';
import { nobodyThere } from '../helpers/shell.ts';
import { command, type Variables } from '../helpers/spawn.ts';
import { twoRoles } from '../helpers/two-roles.ts';

const MIB = 1024 * 1024;

/** The variables of a migrated database, after statements on it. */
async function databaseAfter(...statements: ReturnType<typeof sql>[]) {
  const { variables, drop } = await freshDatabase();
  onTestFinished(async () => void (await drop()));
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = variables as Variables;
  const database = await connect({ url, folder }, { statement: 10_000, transaction: 30_000 });
  for (const statement of statements) await database.accounts.execute(statement);
  await database.close();
  return { ...keysForThisTest(), ...variables } as Variables;
}

const nobodyOpens = async () => {
  throw new Error('Nothing is to be opened.');
};

const NEWER = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`;
const OLDER = sql`delete from drizzle.__drizzle_migrations where created_at =
  (select max(created_at) from drizzle.__drizzle_migrations)`;
const TOO_OLD = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('first rooms', 1795264943652)`;

describe('doctor', () => {
  it('finds nothing wrong with a new portal, beside it and after it', async () => {
    const { INSIGHTS_URL: _, ...variables } = await homeForThisTest();
    const portal = await portalProcess(variables);

    const beside = await command(variables, 'doctor', '--json');
    await portal.kill();
    const after = await perform(['doctor'], { open: nobodyOpens, shell: { ...nobodyThere, variables } });

    const results: { check: string; state: string }[] = JSON.parse(beside.stdout);
    expect([beside.code, beside.stderr, after.code, after.err]).toEqual([0, '', 0, '']);
    expect(results.map(({ check }) => check)).toEqual(
      'configuration production database replica rights migrations keys time time-zones mail disk passwords smtp redis s3 stripe google chromium insights ai clock'.split(
        ' ',
      ),
    );
    expect(after.out.split('\n')).toHaveLength(results.length + 1);
    expect(after.out).toMatch(/^ok {7}configuration {2}Every variable can be used\.\n/);
  });

  it('names every fault of the configuration, and leaves out the checks that depend on it', async () => {
    const variables = {
      NODE_ENV: 'production',
      S3_ACCESS_KEY_ID: 'x',
      WORKERS: 'two',
      ...keysForThisTest(),
      SIGNING_KEY: '',
    };

    const configuration = await examined('configuration', variables);
    const database = await examined('database', variables);

    for (const name of ['DATABASE_URL', 'SIGNING_KEY', 'S3_ACCESS_KEY_ID', 'WORKERS'])
      expect(configuration?.message).toContain(`${name} `);
    expect(configuration?.state).toBe('failure');
    expect(database).toMatchObject({ state: 'warning', message: expect.stringContaining('Not checked: DATABASE_URL') });
  });

  it('is not understood with a check that there is none of', async () => {
    expect((await perform(['doctor', '--only', 'weather'], { open: nobodyOpens, shell: nobodyThere })).code).toBe(2);
  });

  it('warns of weak settings in production, and of a portal for others that is none', async () => {
    const settings = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', ...keysForThisTest() };

    const weak = await examined('production', {
      ...settings,
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'http://portal.example',
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'debug',
    });
    const exposed = await examined('production', { ...settings, HOST: '0.0.0.0' });
    const own = await examined('production', settings);

    for (const name of ['PUBLIC_URL', 'DATABASE_MIGRATION_URL', 'SMTP_URL', 'TRUST_PROXY', 'RATE_LIMIT', 'LOG_LEVEL'])
      expect(weak?.message).toContain(name);
    expect([weak, exposed, own].map((found) => found?.state)).toEqual(['warning', 'warning', 'ok']);
  });

  it('reports full disks and folders that cannot be written', async () => {
    const folder = await folderForThisTest();
    const variables = { ...keysForThisTest(), DATA_DIR: folder };
    const closed = join(folder, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o500);

    const states = await Promise.all(
      [10, 500, 5000].map((mib) => examined('disk', variables, { freeBytes: async () => mib * MIB })),
    );
    const unwritable = await examined('disk', { ...variables, STORAGE_DIR: join(closed, 'reports') });

    expect(states.map((found) => found?.state)).toEqual(['failure', 'warning', 'ok']);
    // Root may write everywhere.
    if (process.getuid?.() !== 0) expect(unwritable).toMatchObject({ state: 'failure' });
  });
});

describe('Of the database, doctor', () => {
  it.each([
    ['a newer one as a failure', NEWER, 'failure', 'newer version'],
    ['one that lacks migrations as a warning', OLDER, 'warning', 'the next start'],
    ['one from before the first release as a failure', TOO_OLD, 'failure', 'before the first release'],
  ])('tells %s', async (_what, statement, state, words) => {
    const variables = await databaseAfter(statement);

    expect(await examined('migrations', variables)).toMatchObject({ state, message: expect.stringContaining(words) });
  });

  it('distinguishes keys that open nothing from former ones', async () => {
    const [id, former] = [randomUUID(), randomBytes(32).toString('base64')];
    const keys = { ENCRYPTION_KEY: former, ENCRYPTION_KEY_PREVIOUS: undefined };
    const variables = await databaseAfter(
      sql`insert into users (id, email, password_hash) values (${id}, 'one@example.com', '')`,
      sql`insert into authenticators (user_id, secret)
          values (${id}, ${seal(keys, { purpose: 'totp-secret', record: id }, 'a secret')})`,
    );

    const wrong = await examined('keys', variables);
    const rotating = await examined('keys', { ...variables, ENCRYPTION_KEY_PREVIOUS: former });
    const right = await examined('keys', { ...variables, ENCRYPTION_KEY: former });

    expect([wrong, rotating, right].map((found) => found?.state)).toEqual(['failure', 'warning', 'ok']);
    expect(wrong?.message).toContain('ENCRYPTION_KEY');
    expect(rotating?.message).toContain('keys rotate');
  });

  it('reports once that it is away', async () => {
    const variables = { ...keysForThisTest(), DATABASE_URL: 'postgres://nobody:a-password@127.0.0.1:9/none' };

    const found = await Promise.all(
      ['database', 'rights', 'migrations', 'keys', 'time', 'time-zones'].map((check) => examined(check, variables)),
    );

    expect(found.map((one) => one?.state)).toEqual(['failure', ...Array(5).fill('warning')]);
    expect(JSON.stringify(found)).toContain('ECONNREFUSED');
    expect(JSON.stringify(found)).not.toContain('a-password');
  });

  it('changes nothing', async () => {
    const variables = await databaseAfter(OLDER, sql`drop policy one_client on reviews`);

    await examined('rights', variables);
    const after = await examined('migrations', variables);

    expect(after).toMatchObject({ state: 'warning' });
  });

  it.skipIf(!onServer())('reports a role without rights', async () => {
    const variables = await databaseAfter();
    const role = `portal_weak_${randomBytes(4).toString('hex')}`;
    const admin = postgres(inject('template').server ?? '', { max: 1, onnotice: () => {} });
    await admin.unsafe(`create role ${role} login password 'weak'`);
    onTestFinished(async () => {
      await admin.unsafe(`drop role ${role}`);
      await admin.end();
    });
    const url = Object.assign(new URL(variables.DATABASE_URL ?? ''), { username: role, password: 'weak' });

    const found = await examined('rights', { ...variables, DATABASE_URL: url.href });

    expect(found).toMatchObject({ state: 'failure', message: expect.stringContaining('DATABASE_URL') });
  });

  it.skipIf(!onServer())('reports a serving role with rights that it must not have', async () => {
    const { variables, serving, admin, drop } = await twoRoles();
    onTestFinished(drop);
    const { DATABASE_URL: url, DATABASE_MIGRATION_URL: migrationUrl, DATA_DIR: folder } = variables;
    const database = await connect({ url, migrationUrl, folder }, { statement: 10_000, transaction: 30_000 });
    await migrate(database);
    await database.close();
    const given = { ...keysForThisTest(), ...variables };

    const before = await examined('rights', given);
    await admin.unsafe(`grant portal_maintenance to ${serving}`);
    const after = await examined('rights', given);

    expect(before).toMatchObject({ state: 'ok', message: expect.stringContaining('Both roles') });
    expect(after).toMatchObject({
      state: 'failure',
      message: expect.stringContaining('may become portal_maintenance'),
    });
  });
});
