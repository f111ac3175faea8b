import { sql } from 'drizzle-orm';
import type { MaintenanceDb } from '../../db/handles.ts';
import { webhookDeliveries, webhooks } from '../../db/schema/index.ts';

/** How long deliveries that no longer wait are kept, and how many of a webhook. */
export const KEPT_DELIVERIES = { days: 30, rows: 10_000 };

const BATCH = 1000;

// One that waits is still to be sent, however old it is.
const ended = sql`status <> 'pending'`;

/** Deletes ended deliveries that are too old, or too many for their webhook, in batches that keep statements short. */
export async function sweepDeliveries(db: MaintenanceDb, { days, rows } = KEPT_DELIVERIES) {
  const inBatches = async (which: (limit: number) => ReturnType<typeof sql>) => {
    let deleted: number | undefined;
    do {
      [{ deleted } = { deleted: 0 }] = await db.execute<{ deleted: number }>(sql`
        with gone as (${which(BATCH)}), deleted as (
          delete from ${webhookDeliveries} using gone
          where ${webhookDeliveries.clientId} = gone.client_id and ${webhookDeliveries.id} = gone.id and ${ended} returning 1)
        select count(*)::int as deleted from deleted`);
    } while (deleted === BATCH);
  };
  await inBatches(
    (limit) => sql`select client_id, id from ${webhookDeliveries}
      where ${ended} and created_at < now() - ${days} * interval '1 day' limit ${limit}`,
  );
  const full = await db.execute<{ client_id: string; id: string; at: string; last: string }>(sql`
    select webhook.client_id, webhook.id, first.created_at::text as at, first.id as last from ${webhooks} as webhook cross join lateral (
      select created_at, id from ${webhookDeliveries}
      where client_id = webhook.client_id and webhook_id = webhook.id and ${ended}
      order by created_at desc, id desc offset ${rows - 1} limit 1) as first`);
  for (const { client_id: clientId, id, at, last } of full)
    await inBatches(
      (limit) => sql`select client_id, id from ${webhookDeliveries}
        where client_id = ${clientId}::uuid and webhook_id = ${id}::uuid and ${ended}
          and (created_at, id) < (${at}::timestamptz, ${last}::uuid)
        order by created_at, id limit ${limit}`,
    );
}
