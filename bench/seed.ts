import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { apiKeys, insightRuns, memberships, organizations, scoreRuns, sessions, users } from '../db/schema/index.ts';
import type { ClientId } from '../db/tenant.ts';
import { DEMO } from '../demo/data/organization.ts';
import { demoScans } from '../demo/data/scans.ts';
import { newApiKey } from '../server/identity/api-keys.ts';
import { SESSION } from '../server/identity/lifetimes.ts';
import { fingerprint, newToken } from '../server/identity/tokens.ts';

const now = () => new Date();

export const tenant = (clientId: string) => ({ clientId: clientId as ClientId });

const only = <T>([row]: T[]): T => {
  if (!row) throw new Error('A row was not inserted.');
  return row;
};

/** Creates an organization with three scans of 3 tiers and 9 components, of which reads select the latest. */
export async function seedOrganization({ accounts: db, as }: Database) {
  const organization = only(await db.insert(organizations).values({ name: 'Bench', timezone: 'UTC' }).returning());
  const scans = demoScans(now()).slice(-3);
  await as(tenant(organization.id))
    .insert(scoreRuns)
    .values(scans.map((scan) => ({ clientId: organization.id, ...scan })));
  return organization.id;
}

/** Creates signed-in people of the organization and returns their addresses and cookies. */
export async function seedPeople({ accounts: db }: Database, orgId: string, count: number, passwordHash = 'none') {
  const people = Array.from({ length: count }, () => ({
    email: `${newToken().toLowerCase()}@example.com`,
    passwordHash,
  }));
  const made = await db.insert(users).values(people).returning();
  await db.insert(memberships).values(made.map(({ id }) => ({ orgId, userId: id, role: 'admin' as const })));

  const signedIn = made.map((user) => ({ ...user, token: newToken() }));
  const expiresAt = new Date(Date.now() + SESSION.sliding);
  await db.insert(sessions).values(
    signedIn.map(({ id, token }) => ({
      id: fingerprint(token),
      userId: id,
      orgId,
      ipAddress: '127.0.0.1',
      userAgent: 'bench',
      expiresAt,
    })),
  );
  return signedIn.map(({ email, token }) => ({ email, cookie: `portal_session=${token}` }));
}

/** Creates signed-in people of the demo organization, and returns its id with them. */
export async function seedDemoPeople(database: Database, count: number) {
  const [demo] = await database.accounts
    .select({ id: memberships.orgId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(users.email, DEMO.email));
  if (!demo) throw new Error('The demo organization is not there.');
  return { orgId: demo.id, people: await seedPeople(database, demo.id, count) };
}

type Scopes = (typeof apiKeys.$inferInsert)['scopes'];

/** Creates an API key, by default for ingestion. */
export async function seedApiKey({ accounts: db }: Database, orgId: string, scopes: Scopes = ['ingest']) {
  const { key, hash, prefix } = newApiKey();
  await db.insert(apiKeys).values({ orgId, name: 'Bench', prefix, hash, scopes });
  return key;
}

const RESULT = JSON.stringify({
  summary: 'Your score went up by 2.4 points since the last scan, mostly through reviews and page speed.',
  recommendations: [{ title: 'Answer new reviews', impact: 'high', effort: 'low', detail: 'Within two days.' }],
});

const SEEDED_AT_ONCE = 100_000;

/** Inserts finished insight runs, a minute apart. */
export async function seedRuns({ as }: Database, clientId: string, count: number) {
  for (let from = 1; from <= count; from += SEEDED_AT_ONCE)
    await as(tenant(clientId)).execute(sql`
    insert into ${insightRuns} (client_id, id, user_id, run_type, input_params, status, result_data, execution_time_ms,
      tokens_used, ai_provider, ai_model, worker, started_at, completed_at)
    select ${clientId}::uuid, gen_random_uuid(), ${clientId}::uuid, 'scoring', '{"type":"scoring"}', 'succeeded',
      ${RESULT}::jsonb, 840, 512, 'none', 'heuristic', 1, now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(${from}::int, ${Math.min(count, from + SEEDED_AT_ONCE - 1)}::int) as n`);
}

/** Vacuums now, so that autovacuum does not run during a measurement. */
export const settle = ({ accounts: db }: Database) => db.execute(sql`vacuum analyze`);
