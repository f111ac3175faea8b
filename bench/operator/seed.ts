import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { authenticators, operators, organizations, users, websiteDaily } from '../../db/schema/index.ts';
import { seedOrganization, seedPeople, tenant } from '../seed.ts';

const AT_ONCE = 50_000;

/** Creates somebody who runs the portal and is signed in. */
export async function seedOperator(database: Database) {
  const { accounts: db } = database;
  const [person] = await seedPeople(database, await seedOrganization(database), 1);
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, person?.email ?? ''));
  if (!person || !user) throw new Error('The operator was not inserted.');
  await db.insert(operators).values({ userId: user.id, role: 'operator' });
  await db.insert(authenticators).values({ userId: user.id, secret: 'none' });
  return person;
}

/** Creates clients without members, whose facts are made with them. */
export const seedManyClients = ({ accounts: db }: Database, count: number) =>
  db.execute(sql`insert into ${organizations} (id, name, timezone, last_active_at)
    select gen_random_uuid(), 'Client ' || n, 'UTC', now() - n * interval '1 minute' from generate_series(1, ${count}::int) n`);

/** Creates a client with days of websites. */
export async function seedLargeClient(database: Database, rows: number) {
  const { accounts: db } = database;
  const name = 'A large client';
  const [client] = await db.insert(organizations).values({ name }).returning({ id: organizations.id });
  if (!client) throw new Error('The client was not inserted.');
  for (let from = 1; from <= rows; from += AT_ONCE)
    await database.as(tenant(client.id)).execute(sql`
      insert into ${websiteDaily} (client_id, external_id, date, source, users, sessions, pageviews, bounce_rate,
        avg_session_seconds, conversions, top_pages)
      select ${client.id}::uuid, 'site-' || n, '2020-01-01'::date + n % 2000, 'ga4', n % 900, n % 1000, n % 3000, 41.7, 93.25,
        n % 9, '[{"path": "/services/dental-implants", "pageviews": 120}, {"path": "/", "pageviews": 640}]'
      from generate_series(${from}::int, ${Math.min(rows, from + AT_ONCE - 1)}::int) n`);
  return { id: client.id, name };
}
