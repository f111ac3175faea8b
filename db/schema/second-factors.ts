import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, moment } from './columns.ts';

/** A user's authenticator. A row means that signing in asks for a code: it is active from the moment it is set up. */
export const authenticators = pgTable('authenticators', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The TOTP secret in base32, sealed with ENCRYPTION_KEY. */
  secret: text().notNull(),
  /** The time step of the last good code: no code of this step or before it is good again. */
  lastStep: bigint({ mode: 'number' }),
  /** When the first good code came; until then it may be set up anew. */
  confirmedAt: moment(),
  /** Wrong codes in the window that opened with the first of them. */
  failures: integer().notNull().default(0),
  failuresSince: createdAt(),
  createdAt: createdAt(),
});

/** Codes for whoever has lost the authenticator, by their keyed hash. A used one is gone. */
export const backupCodes = pgTable(
  'backup_codes',
  {
    userId: uuid()
      .notNull()
      .references(() => authenticators.userId, { onDelete: 'cascade' }),
    hash: text().notNull(),
  },
  (code) => [primaryKey({ columns: [code.userId, code.hash] })],
);
