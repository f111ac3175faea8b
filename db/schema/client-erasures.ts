import { index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { clientStatus, organizations } from './accounts.ts';
import { createdAt, moment } from './columns.ts';
import { ofOwnClients } from './roles.ts';

/** A client that will be erased, or is being erased. The row goes with the organization. */
export const clientErasures = pgTable(
  'client_erasures',
  {
    orgId: uuid()
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** The user who asked for it; null for the command line. */
    askedBy: uuid(),
    /** The status that the client gets back when it is kept. */
    statusBefore: clientStatus().notNull(),
    createdAt: createdAt(),
    /** The end of the grace. */
    eraseAt: moment().notNull(),
    /** When the first row was about to be deleted: from then on the client cannot be kept. */
    begunAt: moment(),
  },
  (row) => [index().on(row.eraseAt), ofOwnClients('org_id')],
);
