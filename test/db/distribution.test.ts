import { type SQL, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';

// The requirements of Citus for tables distributed by the client; keys that begin with the client are tested with
// row-level security. See docs/scaling.md.

const portal = portalForThisFile();

const found = async (query: SQL) => [...(await portal.deps.database.accounts.execute<Record<string, unknown>>(query))];

/** Whether a table has rows of clients. */
const ofClients = (table: SQL) =>
  sql`exists (select from pg_attribute where attrelid = ${table} and attname = 'client_id' and not attisdropped)`;

it('tables of clients refer to each other and to organizations only, and no other table refers to them', async () => {
  const references = await found(sql`
    select conrelid::regclass::text as table, confrelid::regclass::text as target,
      ${ofClients(sql`conrelid`)} as from_client, ${ofClients(sql`confrelid`)} as to_client
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);

  expect(references.length).toBeGreaterThan(10);
  const across = references.filter(({ from_client, to_client }) => from_client !== to_client);
  expect(across.filter(({ target }) => target !== 'organizations')).toEqual([]);
});

it('tables of clients take no value from a sequence', async () => {
  const taken = await found(sql`
    select adrelid::regclass::text as table, pg_get_expr(adbin, adrelid) as value from pg_attrdef
    where ${ofClients(sql`adrelid`)} and pg_get_expr(adbin, adrelid) ~ 'nextval'`);
  const identities = await found(sql`
    select attrelid::regclass::text as table, attname as column from pg_attribute
    where ${ofClients(sql`attrelid`)} and attidentity <> ''`);

  expect([...taken, ...identities]).toEqual([]);
});
