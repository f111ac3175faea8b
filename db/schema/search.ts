import { sql } from 'drizzle-orm';
import { date, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { updatedAt } from './columns.ts';
import { externalId } from './records.ts';
import { clientId, tenantPolicies } from './tenant.ts';

/**
 * Clicks and impressions in search results of a day: of a query, of a page, of both together, or with neither the total
 * of the day, which is more than its queries, as search engines leave rare ones out.
 */
export const searchDaily = pgTable(
  'search_daily',
  {
    clientId: clientId(),
    externalId: externalId(),
    date: date().notNull(),
    query: text(),
    page: text(),
    clicks: integer().notNull(),
    impressions: integer().notNull(),
    /** Mean position of the impressions, from 1; 0 without impressions. */
    position: doublePrecision().notNull(),
    updatedAt: updatedAt(),
  },
  (day) => [
    primaryKey({ columns: [day.clientId, day.externalId] }),
    // Reads go through it in parts of some rows: see db/row-parts.ts.
    index().on(day.clientId, day.date, day.externalId),
    // A day may have thousands of parts beside its total.
    index('search_daily_totals').on(day.clientId, day.date).where(sql`query is null and page is null`),
    ...tenantPolicies(),
  ],
);
