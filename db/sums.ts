import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** The sum of a column, 0 of no rows. */
export const total = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)::float8`;

/**
 * The mean of a rate over many rows, each counted by the column that the rate was taken from (a day's bounce rate by
 * the day's sessions), with one decimal; null where there was nothing to take it from.
 */
export const weightedMean = (rate: PgColumn, by: PgColumn) =>
  sql<number | null>`round((sum(${rate} * ${by}) / nullif(sum(${by}), 0))::numeric, 1)::float8`;
