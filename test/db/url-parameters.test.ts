import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../db/database.ts';
import { databaseUrlFault, hostsOf, parametersOf } from '../../db/hosts.ts';
import { freshDatabase, onServer } from '../helpers/database.ts';
import { folderForThisTest } from '../helpers/folder.ts';

const at = (query: string) => `postgres://portal:secret@db.example/portal?${query}`;
const sslOf = (query: string) => parametersOf(at(query)).driver.ssl;

/** As consoles and manuals of providers give them. */
const GIVEN = [
  'sslmode=require&channel_binding=require',
  'options=endpoint%3Dep-cool-darkness-123456&sslmode=require',
  'pgbouncer=true&connection_limit=1',
  'sslmode=require&supa=base-pooler.x&pgbouncer=true&connect_timeout=15',
  'sslmode=verify-full&sslrootcert=system',
  'sslmode=prefer&application_name=portal&connect_timeout=10&keepalives=1&keepalives_idle=30',
  'ssl=true&sslmode=no-verify&uselibpqcompat=true',
  'sslmode=disable&statement_cache_size=0&pool_timeout=20&schema=public',
  'target_session_attrs=any&load_balance_hosts=disable&gssencmode=disable&client_encoding=UTF8',
];

describe('The parameters of a database URL', () => {
  it.each(GIVEN)('are understood as providers give them: %s', (query) => {
    expect(databaseUrlFault(at(query))).toBeUndefined();
    expect(hostsOf(at(query))).toEqual(['postgres://portal:secret@db.example/portal']);
  });

  it.each([
    ['sslmode=disable', false],
    ['', false],
    ['sslmode=allow', 'prefer'],
    ['sslmode=prefer', 'prefer'],
    ['ssl=true', { rejectUnauthorized: false }],
    ['sslmode=require', { rejectUnauthorized: false }],
    ['sslmode=verify-full', { rejectUnauthorized: true }],
    ['sslmode=require&sslrootcert=system', { rejectUnauthorized: true }],
    ['sslmode=verify-ca', { rejectUnauthorized: true, checkServerIdentity: expect.any(Function) }],
    ['sslmode=require&ssl_min_protocol_version=TLSv1.3', { rejectUnauthorized: false, minVersion: 'TLSv1.3' }],
  ])('choose TLS as libpq does: %s', (query, ssl) => {
    expect(sslOf(query)).toEqual(ssl);
  });

  it('name a root certificate, which makes `require` check it', async () => {
    const path = join(await folderForThisTest(), 'root.crt');
    await writeFile(path, 'a certificate');

    expect(sslOf(`sslmode=require&sslrootcert=${path}`)).toMatchObject({
      rejectUnauthorized: true,
      ca: Buffer.from('a certificate'),
    });
  });

  it.each([
    ['pgbouncer=true', false],
    ['statement_cache_size=0', false],
    ['prepared_statements=false', false],
    ['prepareThreshold=0', false],
    ['pgbouncer=false', true],
    ['', true],
  ])('say whether a pooler keeps prepared statements: %s', (query, prepare) => {
    expect(parametersOf(at(query)).prepare).toBe(prepare);
  });

  it('may name the folder of a socket', () => {
    const url = 'postgres://portal:secret@/portal?host=/cloudsql/project:region:instance';

    expect(databaseUrlFault(url)).toBeUndefined();
    expect(parametersOf(url).driver.path).toBe('/cloudsql/project:region:instance/.s.PGSQL.5432');
  });

  it.each([
    ['sslmode=strict', /^has a wrong sslmode: it must be one of disable, /],
    ['sslrootcert=/no/such/file', /^has a wrong sslrootcert: it must be system, or name a file that can be read$/],
    ['search_path=secret', /^has parameters that the portal does not know: search_path\. /],
    ['sslmdoe=require&foo=secret', /^has parameters that the portal does not know: sslmdoe, foo\. /],
    ['schema=secret', /^has a wrong schema: it must be public/],
  ])('are refused in one sentence without their values: %s', (query, sentence) => {
    const fault = databaseUrlFault(at(query));

    expect(fault).toMatch(sentence);
    expect(fault).not.toMatch(/secret|\n/);
  });

  it.skipIf(!onServer())('reach the server, or do not keep it from answering', async () => {
    const { variables, drop } = await freshDatabase();
    onTestFinished(drop);
    const query =
      'sslmode=prefer&channel_binding=prefer&application_name=named&options=-c%20work_mem%3D5MB&connect_timeout=3';
    const { accounts, close } = await connect(
      { url: `${variables.DATABASE_URL}?${query}`, folder: '' },
      { statement: 4000, transaction: 8000 },
    );
    onTestFinished(close);

    const [row] = await accounts.execute(
      sql`select current_setting('application_name') as name, current_setting('work_mem') as memory`,
    );

    expect(row).toEqual({ name: 'named', memory: '5MB' });
  });
});
