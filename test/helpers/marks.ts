import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { openMail, type QueuedMail } from '../../server/mail/outbox.ts';
import type { Portal } from './portal.ts';

/**
 * The tables of all schemas whose rows have a text anywhere, whatever its case: in texts, JSON, arrays and bytes. Every
 * row counts, whosever it is.
 */
export async function tablesWithText({ deps: { database } }: Pick<Portal, 'deps'>, text: string): Promise<string[]> {
  const owner = database.asOwner();
  // Tables of clients are closed to their owner, unless it is a superuser.
  const everyClient = database.asMaintenance();
  try {
    const tables = await owner.db.execute<{ name: string; of_clients: boolean }>(sql`
      select format('%I.%I', table_schema, table_name) as name, exists (select from information_schema.columns c
          where (c.table_schema, c.table_name) = (t.table_schema, t.table_name) and column_name = 'client_id') as of_clients
      from information_schema.tables t
      where table_type = 'BASE TABLE' and table_schema not in ('information_schema', 'pg_catalog') order by 1`);
    const found: string[] = [];
    for (const { name, of_clients: ofClients } of tables) {
      const [row] = await (ofClients ? everyClient : owner.db).execute<{ rows: number }>(sql`
        select count(*)::int as rows from ${sql.raw(name)} as t
        where t::text ilike ${`%${text}%`} or t::text ilike ${`%${Buffer.from(text).toString('hex')}%`}`);
      if (row && row.rows > 0) found.push(name);
    }
    return found;
  } finally {
    await owner.close();
  }
}

/** The kinds of queued, sent and failed mails that hold a text: they are sealed in the database. */
export async function mailsWithText({ deps }: Pick<Portal, 'deps'>, text: string): Promise<string[]> {
  const rows = await deps.database.accounts.execute<{ id: string; data: QueuedMail | string }>(
    sql`select id, data from pgboss.job where name = 'mail'`,
  );
  return rows
    .map(({ id, data }) => openMail(deps.env, id, typeof data === 'string' ? JSON.parse(data) : data))
    .filter((mail) => JSON.stringify(mail).toLowerCase().includes(text.toLowerCase()))
    .map(({ kind }) => kind);
}

/** The files of the data folder whose names or contents hold a text; without those of the database. */
export async function filesWithText({ deps: { env } }: Pick<Portal, 'deps'>, text: string): Promise<string[]> {
  const entries = await readdir(env.DATA_DIR, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.startsWith(join(env.DATA_DIR, 'postgres')));
  const found: string[] = [];
  for (const path of files) {
    const contents = await readFile(path, 'latin1');
    if (`${path}\n${contents}`.toLowerCase().includes(text.toLowerCase())) found.push(path);
  }
  return found;
}
