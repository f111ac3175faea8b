import { sql } from 'drizzle-orm';
import { bigint, index, pgEnum, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { createdAt, id, moment } from './columns.ts';
import { ofOwnClients } from './roles.ts';

export const exportStatus = pgEnum('export_status', ['pending', 'running', 'ready', 'failed']);

/** An archive of all that a client has, made by a job. The row goes with its file. */
export const clientExports = pgTable(
  'client_exports',
  {
    id: id().primaryKey(),
    orgId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** The user who asked for it; null for the command line. */
    requestedBy: uuid(),
    /** The page of the portal that the mail to this user leads to. */
    page: text().notNull(),
    status: exportStatus().notNull().default('pending'),
    /** How often the job was begun. */
    attempts: smallint().notNull().default(0),
    /** The unguessable name in the store. */
    file: text().notNull(),
    bytes: bigint({ mode: 'number' }),
    createdAt: createdAt(),
    /** Until when it can be downloaded, or its failure is shown. */
    expiresAt: moment(),
  },
  (row) => [
    index().on(row.orgId, row.createdAt, row.id),
    // One at a time.
    uniqueIndex('client_exports_under_way').on(row.orgId).where(sql`status in ('pending', 'running')`),
    index().on(row.expiresAt),
    ofOwnClients('org_id'),
  ],
);
