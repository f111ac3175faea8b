import { randomUUIDv7 } from 'node:crypto';
import { isNotNull, sql } from 'drizzle-orm';
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
import { clientModule } from './client-modules.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { nameOrder } from './name-order.ts';
import type { PlanLimit } from './plans.ts';
import { currentClient, maintenanceRole, ofOwnClients, operatorRole, tenantRole } from './roles.ts';

// Accounts and access. These tables are read before the tenant is known, so they have org_id, not client_id.

export const role = pgEnum('role', ['admin', 'member']);
export const apiKeyScope = pgEnum('api_key_scope', ['ingest', 'read']);

/** `suspended` and `erasing` clients reach their account and billing only. */
export const clientStatus = pgEnum('client_status', ['active', 'suspended', 'erasing']);

/** What the insights service is sent of a question: its redacted words, or words of closed lists. */
export const questionText = pgEnum('question_text', ['redacted', 'topics']);

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
    /** The analytics tool whose visits count; null for the one that reports most. */
    primaryAnalyticsSource: text(),
    /** Counts ingested scans: it is part of the cache key of scores, so that no process shows stale ones. */
    scoresVersion: bigint({ mode: 'number' }).notNull().default(0),
    /** The same for all other data that responses are computed from: records, goals, tasks, pages. */
    factsVersion: bigint({ mode: 'number' }).notNull().default(0),
    status: clientStatus().notNull().default('active'),
    /** Whether members without a second factor reach only their own account. */
    requireTwoFactor: boolean().notNull().default(false),
    /** The ways to sign in that are open to its members. */
    signIn: jsonb()
      .$type<{ password: boolean; emailCode: boolean; passkey: boolean }>()
      .notNull()
      .default({ password: true, emailCode: true, passkey: true }),
    questionText: questionText().notNull().default('redacted'),
    /** The operator's notes on the client. */
    notes: text(),
    /** Tokens a month, in UTC, after which questions are answered without a model; null for no limit. */
    monthlyTokenBudget: bigint({ mode: 'number' }),
    /** Answers of AI assistants that its runs may ask for in a month of UTC; null for what is usual. */
    monthlyAnswers: integer(),
    /** Numbers that hold for it in place of its plan's: see routers/plans. */
    grants: jsonb().$type<Partial<Record<PlanLimit, number>>>().notNull().default({}),
    /** Whether an operator created it, and not somebody who registered. */
    madeByOperator: boolean().notNull().default(false),
    /** When a prospect is erased, unless it is won; null for a client. */
    prospectUntil: moment(),
    /** What its people see; null for what is usual: see routers/modules.ts. */
    modules: clientModule().array(),
    /** The operator's words for groups of clients. */
    tags: text().array().notNull().default([]),
    /** The last call of a member, to within a few minutes. */
    lastActiveAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (organization) => [
    // For work at a time of day: see routers/notifications/schedule.ts.
    index().on(organization.timezone, organization.id),
    index('organizations_by_name').on(nameOrder(sql`name`), organization.id),
    index('organizations_last_active').on(sql`(coalesce(last_active_at, '1900-01-01T00:00:00Z'))`, organization.id),
    index().on(organization.status),
    index().on(organization.prospectUntil).where(sql`prospect_until is not null`),
    index().using('gin', organization.tags),
    pgPolicy('one_client', { to: tenantRole, using: sql`id = ${currentClient}` }),
    pgPolicy('all_clients', { to: maintenanceRole, using: sql`true` }),
    ofOwnClients('id'),
  ],
);

export const users = pgTable(
  'users',
  {
    id: id().primaryKey(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    /** Whether only the link of a mail verified the address: whoever set the password may be somebody else. */
    verifiedByLink: boolean().notNull().default(false),
    passwordHash: text().notNull(),
    name: text(),
    phone: text(),
    jobTitle: text(),
    avatarUrl: text(),
    timezone: text(),
    locale: text(),
    /** When an operator locked the account; null for one that may sign in. */
    lockedAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  () => [
    pgPolicy('all_clients', { to: maintenanceRole, using: sql`true` }),
    // People of own clients, and colleagues, whose names the trail shows.
    pgPolicy('own_clients', {
      for: 'select',
      to: operatorRole,
      using: sql`id in (select m.user_id from memberships m union all select o.user_id from operators o)`,
    }),
  ],
);

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
  (membership) => [
    unique().on(membership.orgId, membership.userId),
    index().on(membership.userId),
    ofOwnClients('org_id'),
  ],
);

/** A sign-in. The key is the SHA-256 of the cookie value; `publicId` is shown to people. */
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
    /** Whether its sign-in alone proved two factors, as a passkey does that verifies its user. */
    twoFactors: boolean().notNull().default(false),
    expiresAt: moment().notNull(),
  },
  (session) => [
    index().on(session.userId, session.createdAt),
    index().on(session.orgId),
    index().on(session.expiresAt),
  ],
);

/** An API key of a pipeline, stored as its SHA-256 only. */
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
    /** The operator who made it, without whom it ends where they lose the client. No key: operators follow below. */
    operatorId: uuid(),
    createdAt: createdAt(),
    expiresAt: moment(),
    lastUsedAt: moment(),
  },
  (key) => [
    index().on(key.orgId, key.createdAt),
    index().on(key.createdBy),
    index().on(key.operatorId),
    ofOwnClients('org_id'),
  ],
);

/** The security trail of accounts and organizations. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: id().primaryKey(),
    at: createdAt(),
    type: text().notNull(),
    /** The account concerned; null for an unregistered address. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The organization concerned; null if the event concerns the account only. */
    orgId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    /** The actor if other than the account: an administrator, an API key. */
    actor: text(),
    ipAddress: text().notNull(),
    userAgent: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (event) => [
    index().on(event.userId, event.at, event.id),
    index().on(event.orgId, event.at, event.id),
    index().on(event.orgId, event.type, event.at, event.id),
    // Events of one person or key, few among all events of an organization.
    index('security_events_org_actor').on(event.orgId, event.actor, event.at, event.id).where(isNotNull(event.actor)),
    // For the removal of an account: where its address is named.
    index('security_events_actor').on(event.actor).where(sql`actor like '%@%'`),
    index('security_events_email').on(sql`(details ->> 'email')`).where(sql`(details ->> 'email') is not null`),
    // For the sweep only; with a sorted index the planner would search all events for those of one client.
    index().using('brin', event.at),
    // Changes of a client's things are recorded in their own transaction; the role has no right to read.
    pgPolicy('one_client', {
      to: tenantRole,
      using: sql`org_id = ${currentClient}`,
      withCheck: sql`org_id = ${currentClient}`,
    }),
    pgPolicy('all_clients', { to: maintenanceRole, using: sql`true`, withCheck: sql`true` }),
    ofOwnClients('org_id'),
  ],
);
