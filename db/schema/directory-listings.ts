import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { updatedAt } from './columns.ts';
import type { Listing } from './scan-parts.ts';
import { clientId, tenantPolicies } from './tenant.ts';

/** What a connection reads of the client in a directory itself; it takes the place of what scans found there. */
export const directoryListings = pgTable(
  'directory_listings',
  {
    clientId: clientId(),
    directory: text().notNull(),
    /** The kind of the connection. */
    broughtBy: text().notNull(),
    listing: jsonb().$type<Listing>().notNull(),
    updatedAt: updatedAt(),
  },
  (row) => [primaryKey({ columns: [row.clientId, row.directory] }), ...tenantPolicies()],
);
