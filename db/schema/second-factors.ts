import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, moment } from './columns.ts';

/** A user's authenticator. Sign-in requires a code as soon as the row exists. */
export const authenticators = pgTable('authenticators', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The TOTP secret in base32, sealed for this user: see server/identity/sealed.ts. */
  secret: text().notNull(),
  /** The time step of the last accepted code: codes of this step or earlier are rejected. */
  lastStep: bigint({ mode: 'number' }),
  /** The time of the first accepted code; until then the setup can be repeated. */
  confirmedAt: moment(),
  /** Wrong codes in the current window, which opens with the first. */
  failures: integer().notNull().default(0),
  failuresSince: createdAt(),
  createdAt: createdAt(),
});

/** A set-up that waits for its first code. Sign-in does not ask for it, and after an hour it is forgotten. */
export const pendingAuthenticators = pgTable('pending_authenticators', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** As `secret` of an authenticator, which it becomes. */
  sealedSecret: text().notNull(),
  createdAt: createdAt(),
});

/**
 * Backup codes by their hash, which is sealed for the row: 60 bits could be searched exhaustively. A used one is
 * deleted.
 */
export const backupCodes = pgTable(
  'backup_codes',
  {
    userId: uuid()
      .notNull()
      .references(() => authenticators.userId, { onDelete: 'cascade' }),
    id: uuid().notNull(),
    sealedHash: text().notNull(),
  },
  (code) => [primaryKey({ columns: [code.userId, code.id] })],
);
