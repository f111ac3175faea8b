import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountDb, TenantDb } from '../../db/handles.ts';
import { accountQuery, tenantQuery } from '../../db/prepared.ts';
import { apiKeys, organizations, scoreRuns, sessions, users } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

let person: Person;
beforeAll(async () => {
  person = await portal.register();
  const pipeline = await person.pipeline(['ingest', 'read']);
  await pipeline.post('/api/ingest/scans', scan());
  await portal.register();
});

const scopes = { key: apiKeys.name, scopes: apiKeys.scopes, expiresAt: apiKeys.expiresAt };
const since = sql<Date>`max(${sessions.createdAt})`.mapWith(sessions.createdAt).as('since');

// One of each thing that a column can be.
const QUERIES = {
  'a whole table, with times, enums and nulls': (db: AccountDb) => db.select().from(users).orderBy(users.id),
  'arrays, null and what PostgreSQL computes': (db: AccountDb) =>
    db
      .select({ ...scopes, one: sql<number>`1::int`, big: sql<number>`(2 ^ 40)::bigint`.mapWith(Number) })
      .from(apiKeys),
  'objects within a row': (db: AccountDb) =>
    db
      .select({ id: sessions.id, user: { email: users.email, name: users.name }, organization: organizations })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .innerJoin(organizations, eq(organizations.id, sessions.orgId))
      .orderBy(sessions.id),
  'a subquery’s columns': (db: AccountDb) => {
    const latest = db
      .$with('latest')
      .as(db.select({ userId: sessions.userId, since }).from(sessions).groupBy(sessions.userId));
    return db
      .with(latest)
      .select({ email: users.email, since: latest.since })
      .from(users)
      .innerJoin(latest, eq(latest.userId, users.id))
      .orderBy(users.email);
  },
  'a joined row that may be missing': (db: AccountDb) =>
    db
      .select({ name: organizations.name, key: { name: apiKeys.name, lastUsedAt: apiKeys.lastUsedAt } })
      .from(organizations)
      .leftJoin(apiKeys, eq(apiKeys.orgId, organizations.id))
      .orderBy(organizations.id),
  'a joined row that may be missing, with a null first': (db: AccountDb) =>
    db
      .select({ key: { lastUsedAt: apiKeys.lastUsedAt, name: apiKeys.name }, name: organizations.name })
      .from(organizations)
      .leftJoin(apiKeys, eq(apiKeys.orgId, organizations.id))
      .orderBy(organizations.id),
  'an object of two tables, one of which may be missing': (db: AccountDb) =>
    db
      .select({ both: { key: apiKeys.name, organization: organizations.name } })
      .from(organizations)
      .leftJoin(apiKeys, eq(apiKeys.orgId, organizations.id))
      .orderBy(organizations.id),
  'what a statement returns': (db: AccountDb) =>
    db
      .update(users)
      .set({ jobTitle: 'Owner' })
      .where(eq(users.id, sql`(select id from ${users} order by id limit 1)`))
      .returning({ id: users.id, verified: users.emailVerified }),
} satisfies Record<string, (db: AccountDb) => object>;

describe('a prepared query', () => {
  it.each(Object.entries(QUERIES))('reads %s as Drizzle does', async (_what, build) => {
    const { accounts: db } = portal.deps.database;
    const query = build as (
      db: AccountDb,
    ) => PromiseLike<unknown[]> & { prepare(name: string): { execute(): unknown } };

    const rows = await accountQuery(query)(db).execute();

    expect(rows).toStrictEqual(await query(db));
    expect(rows).not.toHaveLength(0);
  });

  it('reads JSON and numbers as Drizzle does', async () => {
    const db = clientDb(portal, person.orgId);
    const query = (handle: TenantDb) => handle.select().from(scoreRuns);

    const rows = await tenantQuery((handle) => query(handle))(db).execute();

    expect(rows).toStrictEqual(await query(db));
    expect(rows).not.toHaveLength(0);
  });

  it('sees what its transaction has written', async () => {
    const db = clientDb(portal, person.orgId);
    const query = tenantQuery((handle) => handle.select({ dynamicScore: scoreRuns.dynamicScore }).from(scoreRuns));

    const within = await db.transaction(async (tx) => {
      await tx.update(scoreRuns).set({ dynamicScore: 12.5 });
      return query(tx).execute();
    });

    expect(within).toEqual([{ dynamicScore: 12.5 }]);
  });
});
