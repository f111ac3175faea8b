import { sql } from 'drizzle-orm';
import { boolean, index, pgEnum, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { apiKeyScope, organizations, sessions, users } from './accounts.ts';
import { createdAt, id, moment } from './columns.ts';
import { currentOperator, maintenanceRole, ofOwnClients, operatorRole, ownClients } from './roles.ts';

// The company that runs the portal.

export const platformRole = pgEnum('platform_role', ['operator', 'support']);

/** The users who run the portal, beside their roles in organizations. */
export const operators = pgTable('operators', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  role: platformRole().notNull(),
  /** Whether they reach the clients of their portfolios only, which may be none. */
  limited: boolean().notNull().default(false),
  createdAt: createdAt(),
});

const OWN_DEEDS = sql`org_id = any(${ownClients}) or (org_id is null and actor_id = ${currentOperator})`;

/**
 * What operators did. Lines hold ids only and refer to nothing, so that they outlive the clients and people they name,
 * and say nothing about them then.
 */
export const operatorEvents = pgTable(
  'operator_events',
  {
    id: id().primaryKey(),
    at: createdAt(),
    type: text().notNull(),
    /** The operator; null for the command line. */
    actorId: uuid(),
    orgId: uuid(),
    userId: uuid(),
    /** Null for the command line. */
    ipAddress: text(),
  },
  (event) => [
    index().on(event.at, event.id),
    index().on(event.type, event.at, event.id),
    index().on(event.actorId, event.at, event.id),
    index().on(event.orgId, event.at, event.id),
    // What happened to own clients, and own deeds that concern none.
    pgPolicy('own_clients', { to: operatorRole, using: OWN_DEEDS, withCheck: OWN_DEEDS }),
  ],
);

/** Why an operator did it, in words that may name people: erased with the client or person concerned. */
export const operatorReasons = pgTable(
  'operator_reasons',
  {
    eventId: uuid().notNull(),
    orgId: uuid(),
    userId: uuid(),
    reason: text().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.eventId] }),
    index().on(row.orgId),
    index().on(row.userId),
    pgPolicy('all_clients', { to: maintenanceRole, using: sql`true` }),
    pgPolicy('own_clients', { to: operatorRole, using: sql`event_id in (select e.id from operator_events e)` }),
  ],
);

/**
 * A session in which somebody who runs the portal sees one client as a member does. The key is the SHA-256 of the
 * cookie value. A row that lost its role or own session is over, and is deleted when its end has been recorded.
 */
export const supportSessions = pgTable(
  'support_sessions',
  {
    id: text().primaryKey(),
    orgId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The role that it hangs on; null once it was taken away. */
    operatorId: uuid().references(() => operators.userId, { onDelete: 'set null' }),
    /** The operator's own session; null once it has ended. */
    sessionId: text().references(() => sessions.id, { onDelete: 'set null' }),
    /** The token of the own session, encrypted with that of this one: a copy of the database opens neither. */
    ownToken: text().notNull(),
    reason: text().notNull(),
    /** Whether it may change things. */
    writes: boolean().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (session) => [
    index().on(session.orgId),
    index().on(session.userId, session.createdAt),
    index().on(session.operatorId),
    index().on(session.sessionId),
    index().on(session.expiresAt),
    ofOwnClients('org_id'),
  ],
);

/** An API key of the company that runs the portal: it ingests for every client, and goes with its maker's role. */
export const operatorKeys = pgTable(
  'operator_keys',
  {
    id: id().primaryKey(),
    name: text().notNull(),
    prefix: text().notNull(),
    hash: text().notNull().unique(),
    scopes: apiKeyScope().array().notNull(),
    createdBy: uuid()
      .notNull()
      .references(() => operators.userId, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: moment(),
    lastUsedAt: moment(),
  },
  (key) => [
    index().on(key.createdAt, key.id),
    index().on(key.createdBy),
    pgPolicy('own_keys', {
      to: operatorRole,
      using: sql`created_by = ${currentOperator}`,
      withCheck: sql`created_by = ${currentOperator}`,
    }),
  ],
);
