import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgEnum,
  pgPolicy,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { currentClient, tenantRole } from './roles.ts';

// Who may come in. These tables are read before a tenant is known, so they carry org_id, not client_id.

export const role = pgEnum('role', ['admin', 'member']);
export const apiKeyScope = pgEnum('api_key_scope', ['ingest', 'read']);

export const organizations = pgTable(
  'organizations',
  {
    id: id().primaryKey(),
    name: text().notNull(),
    vertical: text(),
    website: text(),
    timezone: text().notNull().default('UTC'),
    address: text(),
    phone: text(),
    /** Counts the scans taken in: cached scores carry it in their key, so that no process shows older ones. */
    scoresVersion: bigint({ mode: 'number' }).notNull().default(0),
    /** Likewise for all other facts that answers are computed from: records, goals, tasks, pages. */
    factsVersion: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  () => [pgPolicy('one_client', { to: tenantRole, using: sql`id = ${currentClient}` })],
);

export const users = pgTable('users', {
  id: id().primaryKey(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  passwordHash: text().notNull(),
  name: text(),
  phone: text(),
  jobTitle: text(),
  avatarUrl: text(),
  timezone: text(),
  locale: text(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const memberships = pgTable(
  'memberships',
  {
    id: id().primaryKey(),
    orgId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: role().notNull().default('member'),
    lastUsedAt: createdAt(),
    createdAt: createdAt(),
  },
  (membership) => [unique().on(membership.orgId, membership.userId), index().on(membership.userId)],
);

/** A sign-in. The key is the SHA-256 of the cookie's value; `publicId` is what people see. */
export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    publicId: uuid()
      .notNull()
      .unique()
      .$defaultFn(() => randomUUIDv7()),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    orgId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    ipAddress: text().notNull(),
    userAgent: text().notNull(),
    createdAt: createdAt(),
    signedInAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (session) => [index().on(session.userId, session.createdAt), index().on(session.expiresAt)],
);

/** A pipeline's key. Only the SHA-256 of it is kept. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id().primaryKey(),
    orgId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    prefix: text().notNull(),
    hash: text().notNull().unique(),
    scopes: apiKeyScope().array().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: moment(),
    lastUsedAt: moment(),
  },
  (key) => [index().on(key.orgId, key.createdAt)],
);

/** Wrong passwords in a row, by address, known or not. */
export const signInFailures = pgTable('sign_in_failures', {
  email: text().primaryKey(),
  count: integer().notNull(),
  lastAt: createdAt(),
});

export const tokenKind = pgEnum('token_kind', ['email_verification', 'password_reset', 'second_factor']);

/** Tokens that work once, by their SHA-256. A user has one of each kind: the newest takes the place of the older. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    hash: text().primaryKey(),
    kind: tokenKind().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Wrong codes that came with it. */
    failures: integer().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (token) => [unique().on(token.userId, token.kind), index().on(token.expiresAt)],
);

/** What happened to accounts and organizations, for those whom it concerns. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: id().primaryKey(),
    at: createdAt(),
    type: text().notNull(),
    /** The account that it is about; null for an address that nobody has. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The organization that it is about; null for what concerns the account alone. */
    orgId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    /** Who did it, where that is not the account itself: an administrator, an API key. */
    actor: text(),
    ipAddress: text().notNull(),
    userAgent: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (event) => [
    index().on(event.userId, event.at, event.id),
    index().on(event.orgId, event.at, event.id),
    // For the sweep alone; a sorted index would tempt the planner to look for one client’s events among all.
    index().using('brin', event.at),
  ],
);
