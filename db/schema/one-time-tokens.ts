import { index, integer, pgEnum, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, moment } from './columns.ts';

export const tokenKind = pgEnum('token_kind', ['email_verification', 'password_reset', 'second_factor']);

/** Single-use tokens by their SHA-256. A user has one of each kind: a new one replaces the old. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    hash: text().primaryKey(),
    kind: tokenKind().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Wrong codes entered with this token. */
    failures: integer().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (token) => [unique().on(token.userId, token.kind), index().on(token.expiresAt)],
);
