import { getTableName, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { Executor } from '../db/handles.ts';
import * as schema from '../db/schema/index.ts';

/** The tables of a client, referenced tables first. */
const FILLED = [
  schema.scoreRuns,
  schema.scanDecisions,
  schema.aeoEvidence,
  schema.aeoAnswers,
  schema.websiteDaily,
  schema.websitePeriods,
  schema.searchDaily,
  schema.trafficHourly,
  schema.trafficSources,
  schema.reviews,
  schema.socialProfiles,
  schema.goals,
  schema.actionItems,
  schema.investments,
  schema.insightRuns,
  schema.insightFeedback,
  schema.pages,
  schema.pageVersions,
  schema.pageActivity,
  schema.pagePerformance,
  schema.contentSuggestions,
  schema.suggestionFeedback,
  schema.contentTemplates,
  schema.calendarEntries,
].map(getTableName);

/** Which rows are copied where others refer to them: the latest scans and the answers to the latest one. */
const FIRST: Record<string, string> = {
  [getTableName(schema.scoreRuns)]: 'order by completed_at desc',
  [getTableName(schema.aeoEvidence)]: 'order by completed_at desc',
  [getTableName(schema.aeoAnswers)]: 'order by asked_at desc',
};

const AT_ONCE = 100;

/** Seeds copies of a client, each with a signed-in user and the first `rows` of every table. */
export async function seedCopies(database: Database, clientId: string, count: number, rows: number) {
  for (let made = 0; made < count; made += AT_ONCE)
    await seedSome(database, clientId, Math.min(AT_ONCE, count - made), rows);
}

async function seedSome({ accounts: db, asMaintenance }: Database, clientId: string, count: number, rows: number) {
  // User and session reuse the id of the organization; no request refers to them by id.
  const made = await db.execute<{ id: string }>(sql`
    with made as (insert into organizations (id, name)
      select gen_random_uuid(), 'Copy' from generate_series(1, ${count}::int) returning id),
    people as (insert into users (id, email, password_hash) select id, id || '@example.com', 'none' from made returning id)
    select id from people`);
  const ids = sql`unnest(${`{${made.map(({ id }) => id).join()}}`}::uuid[]) copy`;
  await db.execute(sql`
    insert into memberships (id, org_id, user_id) select gen_random_uuid(), copy, copy from ${ids}`);
  await db.execute(sql`
    insert into sessions (id, public_id, user_id, org_id, ip_address, user_agent, expires_at)
    select copy, copy, copy, copy, '127.0.0.1', 'bench', now() + interval '1 day' from ${ids}`);

  const all = asMaintenance();
  for (const table of FILLED) {
    const columns = sql.raw((await columnsOf(db, table)).join());
    await all.execute(sql`
      insert into ${sql.identifier(table)} (client_id, ${columns}) select copy, ${columns}
      from (select * from ${sql.identifier(table)} where client_id = ${clientId}
        ${sql.raw(FIRST[table] ?? '')} limit ${rows}) example, ${ids}`);
  }
}

async function columnsOf(db: Executor, table: string) {
  const found = await db.execute<{ name: string }>(sql`
    select quote_ident(column_name) as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and column_name <> 'client_id'`);
  return found.map(({ name }) => name);
}
