import { type Placeholder, sql } from 'drizzle-orm';

// Depends on Drizzle internals: `limit` takes any SQL, though its type names numbers and placeholders only.

/**
 * A limit that stands in the text of a statement. As a parameter PostgreSQL takes it for a tenth of all rows, finds the
 * plan that it could keep too expensive, and plans each execution again.
 */
export const literalLimit = (rows: number) => sql.raw(String(Math.trunc(rows))) as unknown as Placeholder;
