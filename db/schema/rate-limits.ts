import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** Fixed windows, one row per counter. Unlogged (see its migration): a database crash resets the counts. */
export const rateLimits = pgTable(
  'rate_limits',
  { key: text().primaryKey(), hits: bigint({ mode: 'number' }).notNull(), resetsAt: moment().notNull() },
  (row) => [index().on(row.resetsAt)],
);
