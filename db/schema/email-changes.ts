import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, id, moment } from './columns.ts';

/**
 * A change of an account’s address: asked for, then confirmed by the new mailbox. Tokens are stored as their SHA-256.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: id().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    oldEmail: text().notNull(),
    newEmail: text().notNull(),
    /** Whether the owner of the account had verified the old address. */
    oldVerified: boolean().notNull(),
    /** Sent to the new address; null once it is used. */
    confirmHash: text().unique(),
    confirmUntil: moment().notNull(),
    /** Sent to the old address with the request, and with the confirmation: both undo the change. */
    requestUndoHash: text().notNull().unique(),
    changeUndoHash: text().unique(),
    /** Until when the old address can undo it; nobody else gets that address before. */
    undoUntil: moment().notNull(),
    confirmedAt: moment(),
    createdAt: createdAt(),
  },
  (change) => [index().on(change.userId, change.createdAt), index().on(change.oldEmail), index().on(change.undoUntil)],
);
