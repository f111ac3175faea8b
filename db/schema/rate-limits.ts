import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** Fixed windows, one row a counter. Unlogged (see its migration): after a crash of the database the counts begin anew. */
export const rateLimits = pgTable(
  'rate_limits',
  { key: text().primaryKey(), hits: bigint({ mode: 'number' }).notNull(), resetsAt: moment().notNull() },
  (row) => [index().on(row.resetsAt)],
);
