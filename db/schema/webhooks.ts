import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { clientId, tenantPolicies } from './tenant.ts';

/** How events are written: as Standard Webhooks say, or as messages of a chat. */
export const webhookFormat = pgEnum('webhook_format', ['standard', 'slack', 'teams', 'discord']);
export const webhookDeliveryStatus = pgEnum('webhook_delivery_status', ['pending', 'delivered', 'parked']);

/** An address of the client that receives events. */
export const webhooks = pgTable(
  'webhooks',
  {
    clientId: clientId(),
    id: id(),
    url: text().notNull(),
    format: webhookFormat().notNull().default('standard'),
    events: text().array().notNull(),
    description: text(),
    enabled: boolean().notNull().default(true),
    sealedSecret: text().notNull(),
    /** The secret before, which signs as well until this time. */
    sealedSecretBefore: text(),
    secretBeforeUntil: moment(),
    /** The first failure since the last success. */
    failingSince: moment(),
    /** When the portal turned it off. */
    turnedOffAt: moment(),
    /** When its administrators are to be notified. */
    tellAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (webhook) => [
    primaryKey({ columns: [webhook.clientId, webhook.id] }),
    index().on(webhook.tellAt).where(sql`tell_at is not null`),
    ...tenantPolicies(),
  ],
);

/** An event for a webhook, written in the transaction of its cause, and what became of it. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    clientId: clientId(),
    id: id(),
    webhookId: uuid().notNull(),
    /** The same for all webhooks that receive the event. */
    eventId: uuid().notNull(),
    type: text().notNull(),
    /** The subject of the event: events about one subject are sent in order. */
    subject: text().notNull(),
    /** Microseconds of the database's clock: the order of events about a subject. */
    position: bigint({ mode: 'number' }).notNull(),
    /** As sent: jsonb would change the signed bytes. */
    body: text().notNull(),
    status: webhookDeliveryStatus().notNull().default('pending'),
    attempts: smallint().notNull().default(0),
    nextAttemptAt: moment().notNull().defaultNow(),
    /** A process is sending it until then. */
    leasedUntil: moment(),
    lastAttemptAt: moment(),
    deliveredAt: moment(),
    /** The name of the last failure. */
    error: text(),
    responseStatus: smallint(),
    responseBody: text(),
    durationMs: integer(),
    createdAt: createdAt(),
  },
  (delivery) => [
    primaryKey({ columns: [delivery.clientId, delivery.id] }),
    unique().on(delivery.clientId, delivery.webhookId, delivery.eventId),
    foreignKey({
      columns: [delivery.clientId, delivery.webhookId],
      foreignColumns: [webhooks.clientId, webhooks.id],
    }).onDelete('cascade'),
    // For the list.
    index().on(delivery.clientId, delivery.webhookId, delivery.createdAt, delivery.id),
    // For sending: due deliveries, and the first one about a subject.
    index('webhook_deliveries_due')
      .on(delivery.clientId, delivery.webhookId, delivery.nextAttemptAt)
      .where(sql`status = 'pending'`),
    index('webhook_deliveries_first')
      .on(delivery.clientId, delivery.webhookId, delivery.subject, delivery.position)
      .where(sql`status = 'pending'`),
    // For the sweep.
    index().on(delivery.createdAt),
    ...tenantPolicies(),
  ],
);
