import { and, eq, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import type { MaintenanceDb } from '../../db/handles.ts';
import { organizations, webhookDeliveries, webhooks } from '../../db/schema/index.ts';

/** A webhook with deliveries that are due. */
export interface DueWebhook {
  clientId: string;
  webhookId: string;
  /** Whether it has failed since its last success. */
  failing: boolean;
}

/** A delivery that is to be sent. */
export type DueDelivery = typeof webhookDeliveries.$inferSelect;

/** The most webhooks that one search returns. */
const MOST = 256;
/** How many due deliveries of a webhook are looked at. */
const LOOKED_AT = 50;

/** A process that died during an attempt leaves its delivery to others after this many seconds. */
const LEASE = 15;

// The webhooks with pending deliveries, by one step in the index for each.
const waiting = sql`
  waiting as (
    (select client_id, webhook_id from ${webhookDeliveries} where status = 'pending' order by client_id, webhook_id limit 1)
    union all
    select next.client_id, next.webhook_id from waiting cross join lateral (
      select other.client_id, other.webhook_id from ${webhookDeliveries} as other
      where other.status = 'pending' and (other.client_id, other.webhook_id) > (waiting.client_id, waiting.webhook_id)
      order by other.client_id, other.webhook_id limit 1) as next)`;

/**
 * The enabled webhooks of active clients with due deliveries, except `full` ones. Clients take turns, failing ones
 * last.
 */
export async function findDueWebhooks(db: MaintenanceDb, full: string[]): Promise<DueWebhook[]> {
  const rows = await db.execute<{ client_id: string; id: string; failing: boolean }>(sql`
    with recursive ${waiting},
    due as (
      select webhook.client_id, webhook.id, webhook.failing_since is not null as failing, first.next_attempt_at,
        row_number() over (partition by webhook.client_id
          order by webhook.failing_since is not null, first.next_attempt_at) as turn
      from waiting
      join ${webhooks} as webhook on webhook.client_id = waiting.client_id and webhook.id = waiting.webhook_id
      join ${organizations} as client on client.id = webhook.client_id and client.status = 'active'
      cross join lateral (
        select next_attempt_at from ${webhookDeliveries} as item
        where item.client_id = webhook.client_id and item.webhook_id = webhook.id and item.status = 'pending'
          and item.next_attempt_at <= now() and (item.leased_until is null or item.leased_until < now())
        order by item.next_attempt_at limit 1) as first
      where webhook.enabled and webhook.id <> all(${makePgArray(full)}::uuid[]))
    select client_id, id, failing from due order by turn, next_attempt_at limit ${MOST}`);
  return rows.map(({ client_id: clientId, id: webhookId, failing }) => ({ clientId, webhookId, failing }));
}

/** Takes deliveries for attempts: due, first about their subject and with no other process. With their webhook. */
export async function takeDue(db: MaintenanceDb, { clientId, webhookId }: DueWebhook, atMost: number) {
  // Arrays, since each is computed once: a subquery that locks might be run for every row.
  const first = sql`array(
    select one.id from (
      select * from ${webhookDeliveries} as item
      where item.client_id = ${clientId}::uuid and item.webhook_id = ${webhookId}::uuid and item.status = 'pending'
        and item.next_attempt_at <= now()
      order by item.next_attempt_at limit ${LOOKED_AT}) as one
    where (one.leased_until is null or one.leased_until < now()) and not exists (
      select from ${webhookDeliveries} as before
      where before.client_id = one.client_id and before.webhook_id = one.webhook_id and before.subject = one.subject
        and before.status = 'pending' and before.position < one.position))`;
  const free = sql`array(
    select taken.id from ${webhookDeliveries} as taken
    where taken.client_id = ${clientId}::uuid and taken.id = any(${first})
      and taken.status = 'pending' and (taken.leased_until is null or taken.leased_until < now())
    order by taken.next_attempt_at, taken.position limit ${atMost} for no key update skip locked)`;
  const deliveries = await db
    .update(webhookDeliveries)
    .set({ leasedUntil: sql`now() + ${LEASE} * interval '1 second'` })
    .where(and(eq(webhookDeliveries.clientId, clientId), sql`${webhookDeliveries.id} = any(${free})`))
    .returning();
  if (deliveries.length === 0) return undefined;
  const [webhook] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.clientId, clientId), eq(webhooks.id, webhookId)));
  return webhook && { deliveries, webhook };
}

/** Gives a delivery back after an attempt that does not count. */
export const returnDelivery = (db: MaintenanceDb, { clientId, id }: DueDelivery) =>
  db
    .update(webhookDeliveries)
    .set({ leasedUntil: null })
    .where(and(eq(webhookDeliveries.clientId, clientId), eq(webhookDeliveries.id, id)));
