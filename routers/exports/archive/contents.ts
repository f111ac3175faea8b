import { readFileSync } from 'node:fs';
import { type AnyColumn, asc, eq, getTableName, isNull } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../../db/database.ts';
import type { AccountDb, TenantDb } from '../../../db/handles.ts';
import { memberships, organizations, pages, users } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import type { Portion, Zip, ZipEntry } from '../../../server/files/zip.ts';
import { slug } from '../file-names.ts';
import { batchesOf, linesOf, type TableSource } from './rows.ts';
import { columnOf, EXPORTED, exportedColumns, ownerColumn } from './tables.ts';

const journal = new URL('../../../db/migrations/meta/_journal.json', import.meta.url);
const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { idx: number }[] };

/** The number of the latest migration: tables and fields are those of this schema. */
const SCHEMA_VERSION = Math.max(...entries.map(({ idx }) => idx));

async function* portionsOf(source: TableSource): AsyncGenerator<Portion> {
  for await (const rows of batchesOf(source)) yield linesOf(rows);
}

/** Writes the rows of a table as NDJSON, under its name. */
export const addTable = (zip: Zip, source: TableSource, folder = 'tables') =>
  zip.add(`${folder}/${getTableName(source.table)}.ndjson`, portionsOf(source));

/** Completes an archive with its table of contents. */
export async function addManifest(zip: Zip, files: ZipEntry[]) {
  const text = JSON.stringify({ schemaVersion: SCHEMA_VERSION, files }, null, 1);
  await zip.add('manifest.json', [{ text: `${text}\n`, rows: 0 }]);
  zip.end();
}

/** The people of a client, at most 500. */
const membersOf = (db: AccountDb, clientId: string) =>
  db
    .select({ ...exportedColumns(memberships), email: users.email, name: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.orgId, clientId))
    .orderBy(asc(memberships.id));

/** The pages of a client that are not in the bin, each as a file of its own. */
async function addPages(zip: Zip, db: TenantDb, tenant: Tenant) {
  const files: ZipEntry[] = [];
  const { id, slug: name, content, contentFormat } = pages;
  const where = ownedBy(tenant, pages, isNull(pages.deletedAt));
  for await (const rows of batchesOf({ db, table: pages, where, columns: { id, name, content, contentFormat } }))
    for (const row of rows) {
      const extension = row.contentFormat === 'html' ? 'html' : 'md';
      // Slugs are unique among live pages, and say nothing of folders.
      const path = `pages/${[slug(String(row.name)), row.id].filter(Boolean).join('-')}.${extension}`;
      files.push(await zip.add(path, [{ text: String(row.content), rows: 1 }]));
    }
  return files;
}

/** Where the rows of a client’s table are read, and which they are. */
function sourceOf({ accounts }: Pick<Database, 'accounts'>, db: TenantDb, tenant: Tenant, table: PgTable): TableSource {
  const owner = ownerColumn(table) as AnyColumn;
  const handle = columnOf(table, 'clientId') ? db : accounts;
  return { db: handle, table, columns: exportedColumns(table), where: eq(owner, tenant.clientId) };
}

/** Writes all that a client has. @throws when the signal aborts, or nobody reads the archive any more */
export async function writeClient(zip: Zip, database: Database, tenant: Tenant, signal?: AbortSignal) {
  const { accounts } = database;
  const db = database.as(tenant);
  const files: ZipEntry[] = [];
  const record = { table: organizations, columns: exportedColumns(organizations) };
  files.push(await addTable(zip, { db: accounts, ...record, where: eq(organizations.id, tenant.clientId) }));
  files.push(await zip.add('tables/memberships.ndjson', [linesOf(await membersOf(accounts, tenant.clientId))]));
  for (const table of EXPORTED) {
    signal?.throwIfAborted();
    files.push(await addTable(zip, sourceOf(database, db, tenant, table)));
  }
  files.push(...(await addPages(zip, db, tenant)));
  signal?.throwIfAborted();
  await addManifest(zip, files);
}
