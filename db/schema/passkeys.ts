import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, id, moment } from './columns.ts';

/** Keys that devices of people sign in with (WebAuthn). */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What its owner calls it. */
    name: text().notNull(),
    /** The id that its device gave it, in base64url. */
    credentialId: text().notNull().unique(),
    /** As its device sent it (COSE), in base64url. */
    publicKey: text().notNull(),
    /** Signatures that its device has counted; 0 where it counts none. */
    counter: bigint({ mode: 'number' }).notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment(),
  },
  (passkey) => [index().on(passkey.userId, passkey.createdAt, passkey.id)],
);

/** Challenges that a passkey has answered, by the SHA-256 of the browser’s cookie: each is good once. */
export const answeredChallenges = pgTable(
  'answered_challenges',
  {
    hash: text().primaryKey(),
    expiresAt: moment().notNull(),
  },
  (challenge) => [index().on(challenge.expiresAt)],
);
