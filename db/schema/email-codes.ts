import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, moment } from './columns.ts';

/**
 * Codes by mail that people sign in with, by the SHA-256 of the cookie of the browser that asked. The code itself
 * follows from that cookie and is stored nowhere.
 */
export const emailCodes = pgTable(
  'email_codes',
  {
    hash: text().primaryKey(),
    /** Null for an address without an account: its codes are counted, and answered, as all others are. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** Codes entered for it. */
    tries: integer().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (code) => [index().on(code.userId), index().on(code.expiresAt)],
);
