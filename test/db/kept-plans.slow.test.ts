import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { AccountDb } from '../../db/handles.ts';
import { sessionLookUp } from '../../server/identity/session-look-up.ts';
import { portalForThisFile } from '../helpers/portal.ts';

// Its connections have executed none of the statements.
const portal = portalForThisFile({ own: true });
const PEOPLE = 5000;
const EXECUTIONS = 20;

/** Stores organizations of one signed-in person each, and returns the id of a session. */
async function signIn(tx: AccountDb, people: number) {
  await tx.execute(sql`
    with made as (insert into organizations (id, name)
      select gen_random_uuid(), 'Large' from generate_series(1, ${people}::int) returning id)
    insert into users (id, email, password_hash) select id, id || '@example.com', 'none' from made`);
  await tx.execute(sql`
    insert into memberships (id, org_id, user_id) select id, id, id from organizations where name = 'Large'`);
  await tx.execute(sql`
    insert into sessions (id, public_id, user_id, org_id, ip_address, user_agent, expires_at)
      select id, id, id, id, '127.0.0.1', 'test', now() + interval '1 day' from organizations where name = 'Large'`);
  await tx.execute(sql`analyze organizations, users, memberships, sessions`);
  const [session] = await tx.execute<{ id: string }>(sql`select id from sessions where user_agent = 'test' limit 1`);
  return session?.id ?? '';
}

/** How many executions of the look-ups on this connection had a plan of their own, and how many the kept one. */
const executionsOf = (tx: AccountDb) =>
  tx.execute<{ custom: number; generic: number }>(sql`
    select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
    where statement ~ 'from "sessions".*"organizations"' and custom_plans + generic_plans >= ${EXECUTIONS}`);

it('look-ups of sessions keep their plan in a large database', async () => {
  const undone = new Error('undone');
  const test = portal.deps.database.accounts.transaction(async (tx) => {
    const id = await signIn(tx, PEOPLE);
    const { plain, counted } = sessionLookUp(tx);
    for (let n = 0; n < EXECUTIONS; n++) {
      expect(await plain(id)).toMatchObject({ id });
      expect(await counted(id)).toMatchObject({ id });
    }

    // PostgreSQL plans a prepared statement for its first five executions, and then compares.
    const kept = { custom: 5, generic: EXECUTIONS - 5 };
    expect(await executionsOf(tx)).toEqual([kept, kept]);
    throw undone;
  });
  await expect(test).rejects.toBe(undone);
});
