import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGoogle } from '../../demo/services/google/server.ts';
import { emptyGoogle } from '../../demo/services/google/tokens.ts';
import { startPlausible } from '../../demo/services/plausible/server.ts';
import { fingerprint } from '../../server/identity/tokens.ts';
import { archiveAt, exportOf } from '../helpers/archives.ts';
import { comeNight, connectPlausible, dayAgo, SITE, syncAll, syncRecent, visit } from '../helpers/connections.ts';
import { ACCOUNT, admitAccount } from '../helpers/google.ts';
import { registerOperator } from '../helpers/operators.ts';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { ageSession, codeOf, enrol, halfway, wrongCode } from '../helpers/second-factor.ts';

const store = emptyGoogle();
admitAccount(store);
store.properties['properties/1'] = { timeZone: 'UTC', rows: [] };
const google = await startGoogle({ store });
afterAll(() => google.close());
const portal = portalForThisFile({
  own: true,
  env: {
    GOOGLE_API_BASE: google.url,
    GOOGLE_ACCOUNTS_BASE: google.url,
    GOOGLE_CLIENT_ID: store.client.id,
    GOOGLE_CLIENT_SECRET: store.client.secret,
  },
});

/** What people were answered, or could download, of their connections. */
const told: string[] = [];

/** Notes what an organization's people and the operator are told of connections, and its archive. */
async function hearOf(person: Person, operator: Person) {
  for (const path of ['/api/connections', '/api/auth/org/activity', '/api/auth/account/activity'])
    told.push((await person.get(path)).body);
  const { url } = await exportOf(portal, operator, person);
  const archive = await archiveAt(portal, url);
  told.push(archive.all);
  expect(archive.rows('tables/connections.ndjson')).toHaveLength(1);
}

type Secrets = Record<string, string | undefined>;

const tokenOf = ({ cookie }: Pick<Person, 'cookie'>) => /portal_session=([^;]+)/.exec(cookie)?.[1];

/** Flows of people, and the secrets that they handle. One more flow is one more entry. */
const FLOWS: Record<string, (person: Person) => Promise<Secrets>> = {
  async 'signing in, rightly and wrongly'(person) {
    const wrong = 'a wrong password that was typed';
    const again = await portal.visitor().post('/api/auth/login', person);
    await portal.visitor().post('/api/auth/login', { email: person.email, password: wrong });
    await portal.visitor().post('/api/auth/login', { email: `nobody-${person.email}`, password: wrong });
    return { wrong, password: person.password, first: tokenOf(person), second: again.cookies[0]?.value };
  },

  async 'API keys'(person) {
    const { key, get } = await person.pipeline(['read']);
    await get('/api/visibility/scores');
    const unknown = `pk_${'x'.repeat(43)}`;
    await portal.visitor().get('/api/visibility/scores', { authorization: `Bearer ${unknown}` });
    return { key, unknown };
  },

  async 'a second factor'(person) {
    const discarded = await enrol(person);
    const { secret, otpauthUrl, qrCodeUrl, backupCodes } = await enrol(person);
    const [used = '', ...unused] = backupCodes;
    const visitor = await halfway(portal, person);
    const wrong = wrongCode({ secret });
    await visitor.verify(wrong);
    const withBackupCode = await visitor.verifyBackup(used);
    const { tempToken, verify } = await halfway(portal, person);
    const withCode = await verify(codeOf({ secret }));
    const waiting = await halfway(portal, person);
    await ageSession(portal, person);
    const renewed = await person.post('/api/auth/2fa/regenerate-backup-codes', { password: person.password });
    const bytes = Buffer.from(decodeBase32IgnorePadding(secret));
    return {
      discarded: discarded.secret,
      secret,
      bytes: bytes.toString('latin1'),
      otpauthUrl,
      qrCodeUrl,
      tempToken,
      spent: visitor.tempToken,
      waiting: waiting.tempToken,
      withCode: withCode.cookies[0]?.value,
      withBackupCode: withBackupCode.cookies[0]?.value,
      ...Object.fromEntries([used, ...unused].map((code, turn) => [`backup code ${turn}`, code])),
      ...Object.fromEntries(renewed.json().backupCodes.map((code: string, turn: number) => [`new code ${turn}`, code])),
    };
  },

  async invitations(person) {
    const [pending, taken, voided] = [await invite(person), await invite(person), await invite(person)];
    const renewed = await invite(person, { email: voided.email });
    const password = 'a password of the invited';
    const proofOf = async ({ email }: { email: string }) =>
      new URL((await portal.mailTo(email))[0]?.link ?? '').searchParams.get('proof') ?? undefined;
    const proof = await proofOf(taken);
    const accepted = await portal
      .visitor()
      .post('/api/auth/accept-invitation', { token: taken.token, proof, password });
    const session = accepted.cookies[0]?.value;
    return {
      proof,
      waiting: await proofOf(pending),
      pending: pending.token,
      taken: taken.token,
      voided: voided.token,
      renewed: renewed.token,
      password,
      session,
    };
  },

  async connections(person) {
    const [apiKey, wrong] = ['plausible-key-of-the-practice', 'plausible-key-that-is-wrong'];
    const tool = await startPlausible({ sites: { [SITE]: { apiKey, timezone: 'UTC', visits: [visit(dayAgo(1))] } } });
    await connectPlausible(person, tool, { apiKey: wrong });
    await connectPlausible(person, tool, { apiKey });
    await syncRecent(portal);
    await tool.close();
    await comeNight(portal, person);
    await syncAll(portal);
    await hearOf(person, await registerOperator(portal));
    return { apiKey, wrong };
  },

  async 'connections with Google'(person) {
    const kind = 'google_analytics';
    const asked = await person.post('/api/connections/google/authorize', { kinds: [kind] });
    const consent = await fetch(asked.json().url, { redirect: 'manual' });
    const back = new URL(consent.headers.get('location') ?? '');
    const arrived = await person.get(`${back.pathname}${back.search}`);
    const grantId = new URL(String(arrived.headers.location)).searchParams.get('grant');
    const [refresh, access] = [[...store.grants.keys()][0], [...store.tokens.keys()][0]];
    const wrong = { ...ACCOUNT, client_email: 'nobody@agency.iam.gserviceaccount.com' };
    const operator = await registerOperator(portal);
    const connections = [{ clientId: person.orgId, kind, property: 'properties/1' }];
    for (const { body } of [
      await person.post('/api/connections', { kind, grantId, property: 'properties/1' }),
      await person.post('/api/connections', { kind, serviceAccount: wrong, property: '1' }),
      await person.post('/api/connections', { kind, serviceAccount: JSON.stringify(ACCOUNT), property: '1' }),
      await operator.post('/api/operator/connections', { serviceAccount: ACCOUNT, connections }),
      await operator.get('/api/operator/connections'),
    ])
      told.push(body);
    await syncRecent(portal);
    await hearOf(person, operator);
    // Line breaks are written in many ways, so one line of the key stands for all.
    const key = ACCOUNT.private_key.split('\n')[5];
    const code = back.searchParams.get('code') ?? '';
    return { code, refresh, access, key, clientSecret: store.client.secret };
  },

  async 'tokens that go out by mail'(person) {
    const { email, password: currentPassword } = person;
    const [reset, changed] = ['a password after a reset', 'a password after a change'];
    const change = await person.post('/api/auth/account/change-password', { currentPassword, newPassword: changed });
    await portal.visitor().post('/api/auth/forgot-password', { email });
    const [verification, , used] = (await portal.mailTo(email)).map(({ token }) => token);
    await portal.visitor().post('/api/auth/verify-email', { token: verification });
    await portal.visitor().post('/api/auth/reset-password', { token: used, password: reset });
    await portal.visitor().post('/api/auth/forgot-password', { email });
    const unused = (await portal.mailTo(email)).at(-1)?.token;
    await portal.visitor().post('/api/auth/forgot-password', { email });
    return { verification, used, unused, reset, changed, session: change.cookies[0]?.value };
  },
};

/** Every row of every table, the job queue's and the migrator's too, as PostgreSQL writes it. */
async function dump() {
  const { accounts: db } = portal.deps.database;
  const tables = await db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const rows = [];
  for (const { name } of tables)
    rows.push(...(await db.execute<{ row: string }>(sql.raw(`select t::text as row from ${name} as t`))));
  return { tables: tables.map(({ name }) => name), text: rows.map(({ row }) => row).join('\n') };
}

/** A secret in the forms in which it could lie about. */
const forms = (secret: string) => [
  secret,
  secret.replaceAll('-', ''),
  Buffer.from(secret, 'latin1').toString('hex'),
  Buffer.from(secret, 'latin1').toString('base64').replaceAll('=', ''),
  Buffer.from(secret, 'latin1').toString('base64url'),
];

describe('After every operation with secrets', () => {
  const secrets: [string, string][] = [];
  let database: Awaited<ReturnType<typeof dump>>;
  beforeAll(async () => {
    for (const [flow, run] of Object.entries(FLOWS)) {
      const found = await run(await portal.register());
      for (const [name, secret] of Object.entries(found)) {
        if (!secret || secret.length < 8) throw new Error(`No ${name} came of ${flow}.`);
        secrets.push([`${flow}: ${name}`, secret]);
      }
    }
    database = await dump();
  });

  it('the database holds no secret', () => {
    const text = database.text.toLowerCase();
    const found = secrets.filter(([, secret]) => forms(secret).some((form) => text.includes(form.toLowerCase())));

    expect(found.map(([name]) => name)).toEqual([]);
  });

  it('the log holds no secret', () => {
    const log = portal.lines.join('\n').toLowerCase();
    const found = secrets.filter(([, secret]) => forms(secret).some((form) => log.includes(form.toLowerCase())));

    expect(found.map(([name]) => name)).toEqual([]);
    expect(portal.lines.length).toBeGreaterThan(20);
  });

  it('no answer of connections and no archive holds a credential', () => {
    const text = told.join('\n');
    const found = secrets.filter(
      ([name, secret]) => name.startsWith('connections') && forms(secret).some((form) => text.includes(form)),
    );

    expect(found.map(([name]) => name)).toEqual([]);
    expect(told.length).toBeGreaterThan(10);
  });

  it('the dump includes session hashes, sealed emails and the security trail', () => {
    const [, session = ''] = secrets.find(([name]) => name.endsWith('first')) ?? [];

    expect(database.text).toContain(fingerprint(session));
    expect(database.text).toContain('"sealed"');
    expect(database.text).toContain('second_factor_failed');
    expect(database.tables).toEqual(
      expect.arrayContaining(['public.users', 'public.backup_codes', 'public.one_time_tokens', 'pgboss.job']),
    );
  });
});
