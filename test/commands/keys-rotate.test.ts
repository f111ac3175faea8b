import { randomBytes, randomUUID } from 'node:crypto';
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../db/database.ts';
import * as schema from '../../db/schema/index.ts';
import { sealedPlaces } from '../../portal/commands/keys/places.ts';
import { rotateKeys } from '../../portal/commands/keys/rotate.ts';
import { domains } from '../../routers/domains.ts';
import { keyIds, SEALED_PURPOSES } from '../../server/identity/encryption-keys.ts';
import { seal } from '../../server/identity/sealed.ts';
import { keysAt, reseal } from '../../server/identity/sealed-places.ts';
import { clientDb } from '../helpers/client-db.ts';
import { connectPlausible, plausibleForThisTest } from '../helpers/connections.ts';
import { type Portal, portalForThisTest } from '../helpers/portal.ts';
import { codeOf, enrol, halfway } from '../helpers/second-factor.ts';
import { nobodyThere, runCommand } from '../helpers/shell.ts';
import { makeWebhook } from '../helpers/webhooks.ts';
import { outcome } from '../helpers/wire.ts';

const places = sealedPlaces(domains);
const key = () => randomBytes(32).toString('base64');

const rotate = (portal: Portal) => runCommand(rotateKeys(domains), portal);

/** A portal on the database of another one, with these keys. */
const beside = (portal: Portal, current: string, previous?: string) =>
  portalForThisTest({
    beside: portal,
    env: { ENCRYPTION_KEY: current, ...(previous && { ENCRYPTION_KEY_PREVIOUS: previous }) },
  });

/** Puts something sealed at every place, and returns who signs in with it. */
async function fill(portal: Portal) {
  const person = await portal.register();
  const authenticator = await enrol(person);
  await (await portal.register()).post('/api/auth/2fa/setup', { pending: true });
  await portal.deps.database.accounts.execute(sql`update users set email_verified = true where id = ${person.userId}`);
  const { id } = await makeWebhook(person, 'https://example.com/events', ['goal.completed']);
  await person.post(`/api/webhooks/${id}/rotate`);
  const grant = randomUUID();
  const sealedTokens = seal(portal.deps.env, { purpose: 'connection-credential', record: grant }, '{}');
  await clientDb(portal, person.orgId)
    .insert(schema.connectionGrants)
    .values({ clientId: person.orgId, id: grant, sealedTokens, scopes: [] });
  const operatorGrant = randomUUID();
  const sealedCredential = seal(portal.deps.env, { purpose: 'connection-credential', record: operatorGrant }, '{}');
  await portal.deps.database.accounts.insert(schema.operatorGrants).values({ id: operatorGrant, sealedCredential });
  await connectPlausible(person, await plausibleForThisTest([]));
  const client = { clientId: 'portal', clientSecret: 'a secret', domains: ['harborstreetdental.example'] };
  await person.put('/api/auth/org/sso', { issuer: 'https://login.harborstreetdental.example', ...client });
  await portal.visitor().post('/api/auth/forgot-password', { email: person.email });
  await portal.visitor().post('/api/auth/email-code', { email: person.email });
  const leaver = await portal.register();
  await leaver.send('DELETE', '/api/auth/account', { password: leaver.password });
  return { person, authenticator };
}

/** The columns of all tables in which something sealed is found. */
async function columnsWithSealedText({ accounts: db }: Database) {
  const tables = await db.execute<{ table: string; columns: string }>(sql`
    select format('%I.%I', c.table_schema, c.table_name) as table,
      string_agg(c.column_name, ',') as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'pgboss')
      and c.data_type in ('text', 'jsonb', 'json', 'character varying', 'ARRAY', 'bytea') group by 1`);
  const found = new Set<string>();
  for (const { table, columns } of tables)
    for (const column of columns.split(',')) {
      const name = sql.identifier(column);
      const [row] = await db.execute<{ some: boolean }>(
        sql`select exists (select from ${sql.raw(table)} where ${name}::text ~ 'v2\.[A-Za-z0-9_-]{8}\.[A-Za-z0-9_-]{40}') as some`,
      );
      if (row?.some) found.add(`${table.replace(/^public\./, '').replace(/^pgboss\.j[\w]+$/, 'pgboss.job')}.${column}`);
    }
  return [...found].sort();
}

describe('The list of sealed places', () => {
  it('names every purpose that texts are sealed for', () => {
    expect(new Set(places.map(({ purpose }) => purpose))).toEqual(new Set(SEALED_PURPOSES));
  });

  it('names every column whose name says that it is sealed', () => {
    const named = Object.values(schema).flatMap((entry) =>
      is(entry, PgTable)
        ? Object.keys(getTableColumns(entry))
            .filter((column) => /^sealed/.test(column))
            .map(
              (column) =>
                `${getTableName(entry)}.${column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
            )
        : [],
    );

    expect(places.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
    expect(named.length).toBeGreaterThan(1);
  });

  it('names every column of the database in which something sealed is stored', async () => {
    const portal = await portalForThisTest();
    await fill(portal);

    const found = await columnsWithSealedText(portal.deps.database);

    expect(found).toEqual(
      [...places.map(({ name }) => name).filter((name) => !name.startsWith('jobs of ')), 'pgboss.job.data'].sort(),
    );
  });
});

describe('keys rotate', () => {
  it('seals all under the new key, so that the former one is not needed', async () => {
    const before = await portalForThisTest({ restricted: true });
    const { person, authenticator } = await fill(before);
    const fresh = key();
    const during = await beside(before, fresh, before.deps.env.ENCRYPTION_KEY);

    const lines = await rotate(during);
    const again = await rotate(during);
    const after = await beside(before, fresh);
    const ids = await Promise.all(places.map((place) => keysAt(after.deps.database, place)));
    const code = await (await halfway(after, person)).verify(codeOf(authenticator));
    const backup = await (await halfway(after, person)).verifyBackup(authenticator.backupCodes[9] ?? '');

    expect(lines?.filter((line) => / [1-9]\d* sealed again$/.test(line))).toHaveLength(places.length);
    expect(again?.filter((line) => / 0 sealed again$/.test(line))).toHaveLength(places.length);
    expect(new Set(ids.flat().map(({ id }) => id))).toEqual(
      new Set(keyIds({ ENCRYPTION_KEY: fresh, ENCRYPTION_KEY_PREVIOUS: undefined })),
    );
    expect([code, backup].map(outcome)).toEqual(['200', '200']);
    expect((await after.mailTo(person.email)).length).toBeGreaterThan(0);
  });

  it('continues where it was interrupted, and keeps concurrent writes', async () => {
    const portal = await portalForThisTest();
    const { accounts } = portal.deps.database;
    const former = { ENCRYPTION_KEY: key(), ENCRYPTION_KEY_PREVIOUS: undefined };
    const keys = { ENCRYPTION_KEY: key(), ENCRYPTION_KEY_PREVIOUS: former.ENCRYPTION_KEY };
    const [place] = places.filter(({ name }) => name === 'authenticators.secret');
    if (!place) throw new Error('There is no such place.');
    await accounts.execute(sql`insert into users (id, email, password_hash)
      select gen_random_uuid(), 'many-' || n || '@example.com', '' from generate_series(1, 500) n`);
    const people = await accounts.execute<{ id: string }>(sql`select id from users order by id`);
    const rows = people.map(
      ({ id }) => sql`(${id}, ${seal(former, { purpose: 'totp-secret', record: id }, 'a secret')})`,
    );
    await accounts.execute(sql`insert into authenticators (user_id, secret) values ${sql.join(rows, sql`, `)}`);

    let statements = 0;
    const interrupted = new Proxy(portal.deps.database, {
      get: (database, name) =>
        name === 'accounts'
          ? {
              execute: (query: never) =>
                ++statements > 3 ? Promise.reject(new Error('killed')) : accounts.execute(query),
            }
          : Reflect.get(database, name),
    });
    await expect(reseal(interrupted, keys, place)).rejects.toThrow('killed');
    const half = await keysAt(portal.deps.database, place);
    const rest = await reseal(portal.deps.database, keys, place);

    expect(half.map(({ texts }) => texts).sort()).toEqual([200, 300]);
    expect(rest).toEqual({ resealed: 300, unreadable: 0 });
    expect(await keysAt(portal.deps.database, place)).toEqual([{ id: keyIds(keys)[0], texts: 500 }]);
  });

  it('refuses in one line where neither key opens something, and does the others', async () => {
    const before = await portalForThisTest();
    await fill(before);
    const wrong = await beside(before, key(), key());

    await expect(rotate(wrong)).rejects.toThrow(/^Neither ENCRYPTION_KEY nor .* authenticators\.secret \(1\)/);
  });

  it('refuses where the running portal has another key than the one who asks', async () => {
    const { deps } = await portalForThisTest();
    const other = { ...nobodyThere, keyId: 'another' };

    await expect(rotateKeys(domains).run([], async () => deps, other)).rejects.toThrow('has another ENCRYPTION_KEY');
  });
});
