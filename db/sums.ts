import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** The sum of a column, of the rows of a `filter (where …)` if given; 0 without rows. */
export const total = (column: PgColumn, filter: SQL = sql``) =>
  sql<number>`coalesce(sum(${column}) ${filter}, 0)::float8`;

/**
 * The mean of a rate over many rows, weighted by its base (a day's bounce rate by the day's sessions), with one
 * decimal; null if the base is 0.
 */
export const weightedMean = (rate: PgColumn, by: PgColumn) =>
  sql<number | null>`round((sum(${rate} * ${by}) / nullif(sum(${by}), 0))::numeric, 1)::float8`;
