import { sql } from 'drizzle-orm';
import {
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgPolicy,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { currentOperator, operatorRole } from './roles.ts';
import { clientId, tenantPolicies } from './tenant.ts';

/** Whether a connection works. That it is reading is told by its lease and by the days that are left. */
export const connectionStatus = pgEnum('connection_status', [
  'connected',
  'needs_attention',
  'revoked',
  'quota',
  'no_access',
]);

/** The consent of a person at Google, which the portal may use for connections of the organization. */
export const connectionGrants = pgTable(
  'connection_grants',
  {
    clientId: clientId(),
    id: id(),
    sealedTokens: text().notNull(),
    scopes: text().array().notNull(),
    /** A process asks for a new token until then. */
    refreshingUntil: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (grant) => [primaryKey({ columns: [grant.clientId, grant.id] }), ...tenantPolicies()],
);

/**
 * What the operator of the portal reads connections of many clients with: the key of a service account at Google, or a
 * person's consent. It belongs to no client, so the role of clients cannot read it.
 */
export const operatorGrants = pgTable(
  'operator_grants',
  {
    id: id().primaryKey(),
    /** The address of the service account; null for a consent. */
    account: text(),
    /** The key, or the tokens of the consent. */
    sealedCredential: text().notNull(),
    /** Of a consent; a service account has those that it is asked for. */
    scopes: text().array(),
    /** A process asks for a new token until then. */
    refreshingUntil: moment(),
    /** When operators were last told of failures. */
    toldAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The operator with portfolios whose it is; null for what all those without may use. */
    operatorId: uuid(),
  },
  (grant) => [
    uniqueIndex('operator_grants_account').on(grant.account).where(sql`operator_id is null`),
    uniqueIndex('operator_grants_account_of').on(grant.operatorId, grant.account).where(sql`operator_id is not null`),
    pgPolicy('own_grants', {
      to: operatorRole,
      using: sql`operator_id = ${currentOperator}`,
      withCheck: sql`operator_id = ${currentOperator}`,
    }),
    // To see by what own clients are connected.
    pgPolicy('grants_of_own_clients', {
      for: 'select',
      to: operatorRole,
      using: sql`id in (select c.operator_grant_id from connections c)`,
    }),
  ],
);

/** A tool that the portal reads figures from every day. An organization has one of a kind. */
export const connections = pgTable(
  'connections',
  {
    clientId: clientId(),
    id: id(),
    kind: text().notNull(),
    label: text().notNull(),
    /** What the tool calls the website, listing or account. */
    property: text().notNull(),
    /** Where the tool is; null for one that is everywhere at the same address. */
    url: text(),
    sealedCredential: text(),
    /** In place of a credential of its own. */
    grantId: uuid(),
    /** The operator's, in place of both. No foreign key: those of clients' tables begin with the client. */
    operatorGrantId: uuid(),
    managedBy: text().$type<'client' | 'operator'>().notNull().default('client'),
    status: connectionStatus().notNull().default('connected'),
    /** The name of the failure; null while it works. */
    problem: text(),
    /** The last change of the status. */
    since: moment().notNull().defaultNow(),
    /** Failures in a row that may pass by themselves. */
    failures: smallint().notNull().default(0),
    lastSyncAt: moment(),
    nextSyncAt: moment().notNull().defaultNow(),
    /** The newest day of the past that is still to be read, and the oldest; null when all are. */
    pastDay: date(),
    pastUntil: date(),
    firstDay: date(),
    lastDay: date(),
    rows: integer().notNull().default(0),
    /** The last day of which the tool said that its figures are limited, by how. */
    dataLimits: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** A process reads until then, and stores only under its lease. */
    lease: uuid(),
    leasedUntil: moment(),
    /** When administrators are to be told of the failure. */
    tellAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (connection) => [
    primaryKey({ columns: [connection.clientId, connection.id] }),
    unique().on(connection.clientId, connection.kind),
    foreignKey({
      columns: [connection.clientId, connection.grantId],
      foreignColumns: [connectionGrants.clientId, connectionGrants.id],
    }),
    index().on(connection.clientId, connection.grantId),
    index()
      .on(connection.operatorGrantId, connection.clientId, connection.id)
      .where(sql`operator_grant_id is not null`),
    index().on(connection.nextSyncAt),
    index('connections_past').on(connection.leasedUntil).where(sql`past_day is not null`),
    index().on(connection.tellAt).where(sql`tell_at is not null`),
    ...tenantPolicies(),
  ],
);
