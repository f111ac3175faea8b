import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import type { MaintenanceDb, TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { webhookDeliveries, webhooks } from '../../db/schema/index.ts';
import type { EventType } from './event-types.ts';

/** Something that happened to a client: ids and figures, no personal data. */
export interface ClientEvent {
  type: EventType;
  /** The id of its subject: events about one subject arrive in order. */
  subject: string;
  data: Record<string, string | number | boolean | null | string[]>;
  /** The id by which receivers know it again; a new one by default. */
  id?: string;
  at?: Date;
}

/** The body of an event as webhooks receive it. */
export const bodyOf = (type: string, data: object, at = new Date()) =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

/** A UUID of version 7, made by the database. */
const NEW_ID = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`;

/** The position of an event that happens now, after the locks of its transaction were taken. */
export const POSITION = sql`(extract(epoch from statement_timestamp()) * 1000000)::bigint`;

/** Events as parameters of {@link insertDeliveries}. */
export const eventParameters = (events: ClientEvent[]) => ({
  types: makePgArray([...new Set(events.map(({ type }) => type))]),
  events: JSON.stringify(
    events.map(({ id = randomUUIDv7(), type, subject, data, at }, n) => ({
      event_id: id,
      type,
      subject,
      n,
      body: bodyOf(type, data, at),
    })),
  ),
});

const [clientId, types, events] = ['clientId', 'types', 'events'].map((name) => sql.placeholder(name));

/**
 * A statement for prepared queries that writes events for the webhooks that have subscribed to them. It takes
 * `clientId` and {@link eventParameters}, and finds nothing to write for a client without webhooks.
 */
// Locked, since a webhook that is deleted meanwhile would make the cause fail.
export const insertDeliveries = sql`
  insert into ${webhookDeliveries} (client_id, id, webhook_id, event_id, type, subject, position, body, next_attempt_at)
  with subscribed as (
    select id, events from ${webhooks}
    where client_id = ${clientId}::uuid and enabled and events && ${types}::text[] for key share)
  select ${clientId}::uuid, ${NEW_ID}, subscribed.id, event_id, type, event.subject, ${POSITION} + n, body,
    -- After the one before about the same subject, which may wait for another attempt.
    greatest(now(), (select before.next_attempt_at from ${webhookDeliveries} as before
      where before.client_id = ${clientId}::uuid and before.webhook_id = subscribed.id
        and before.subject = event.subject and before.status = 'pending'
      order by before.position desc limit 1))
  from subscribed
  join jsonb_to_recordset(${events}::jsonb) as event(event_id uuid, type text, subject text, n int, body text)
    on event.type = any(subscribed.events)
  on conflict (client_id, webhook_id, event_id) do nothing`;

const written = tenantQuery((db) => {
  const deliveries = db.$with('deliveries', {}).as(insertDeliveries);
  return db.with(deliveries).select({ done: sql<true>`true` }).from(sql`(values (true)) as nothing`);
});

/** Writes events in the transaction of their cause. */
export const emit = (tx: TenantDb | MaintenanceDb, client: { clientId: string }, ...emitted: ClientEvent[]) =>
  written(tx).execute({ clientId: client.clientId, ...eventParameters(emitted) });
