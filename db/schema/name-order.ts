import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * What names are ordered by, in the words of the indexes: without accents and case, so that Äpfel stands beside apfel,
 * whatever collation the database has.
 */
export const nameOrder = (name: AnyColumn | SQL) =>
  sql<string>`(lower(regexp_replace(normalize(replace(${name}, 'ß', 'ss'), NFKD), '[\\u0300-\\u036f]', '', 'g')) collate "C")`;
