import { boolean, foreignKey, index, pgEnum, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { memberships } from './accounts.ts';
import { createdAt, id, moment } from './columns.ts';

// Assistants that people let in, by OAuth 2.1. Like accounts they are read before the tenant is known.

export const grantScope = pgEnum('grant_scope', ['read', 'write']);

/** The programs that may ask: registered here, or described by the document at their id, which is an address then. */
export const assistants = pgTable(
  'assistants',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    redirectUris: text().array().notNull(),
    /** Whether the facts come from the document at the address `id`. */
    documented: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** When it registered or its document was read, or a grant was last given. */
    seenAt: createdAt(),
  },
  (assistant) => [index().on(assistant.seenAt)],
);

/** What a person allows an assistant in one organization. It ends with the membership. */
export const assistantGrants = pgTable(
  'assistant_grants',
  {
    id: id().primaryKey(),
    userId: uuid().notNull(),
    orgId: uuid().notNull(),
    assistantId: text()
      .notNull()
      .references(() => assistants.id, { onDelete: 'cascade' }),
    /** The host that the person was sent back to. */
    redirectHost: text().notNull(),
    scopes: grantScope().array().notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment(),
  },
  (grant) => [
    unique().on(grant.orgId, grant.userId, grant.assistantId),
    foreignKey({
      columns: [grant.orgId, grant.userId],
      foreignColumns: [memberships.orgId, memberships.userId],
    }).onDelete('cascade'),
    index().on(grant.userId, grant.createdAt),
    index().on(grant.orgId, grant.createdAt),
    index().on(grant.assistantId),
  ],
);

export const grantTokenKind = pgEnum('grant_token_kind', ['code', 'access', 'refresh']);

/**
 * Codes and tokens of a grant by their SHA-256. Used ones stay until they expire: who presents one again is not whom it
 * was made for.
 */
export const grantTokens = pgTable(
  'grant_tokens',
  {
    hash: text().primaryKey(),
    kind: grantTokenKind().notNull(),
    grantId: uuid()
      .notNull()
      .references(() => assistantGrants.id, { onDelete: 'cascade' }),
    /** What came of one consent. */
    family: uuid().notNull(),
    /** Of a code: where it was sent, and the challenge of whoever asked. */
    redirectUri: text(),
    challenge: text(),
    createdAt: createdAt(),
    usedAt: moment(),
    /** When it is no longer accepted. */
    validUntil: moment().notNull(),
    /** When it is deleted. */
    expiresAt: moment().notNull(),
  },
  (token) => [index().on(token.grantId), index().on(token.family), index().on(token.expiresAt)],
);
