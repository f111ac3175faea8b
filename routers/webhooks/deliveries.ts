import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { webhookDeliveries, webhookDeliveryStatus, webhooks } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { notFound } from '../../server/errors.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { adminOnly, tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { ById, Data, Id, paging } from '../values/shapes.ts';
import { lockWebhook, requireEnabled } from './find-webhook.ts';
import { KEPT_DELIVERIES } from './retention.ts';
import { Delivery } from './shapes.ts';

const { get, post } = rest('Webhooks', { peopleOnly: true, support: 'never' });

const { createdAt, id, webhookId, status } = webhookDeliveries;
const order = keyset('webhook-deliveries', 'desc', [createdAt, KEY.moment], [id, KEY.id]);

export const toDelivery = (row: typeof webhookDeliveries.$inferSelect) => ({
  ...row,
  error: row.error as z.infer<typeof Delivery>['error'],
  nextAttemptAt: row.status === 'pending' ? row.nextAttemptAt : null,
});

export const webhookDeliveryProcedures = {
  list: tenantProcedure
    .meta(
      get('/webhooks/{id}/deliveries', 'List deliveries of a webhook', {
        description: `Sent and pending deliveries. Finished ones are kept for ${KEPT_DELIVERIES.days} days, at most ${KEPT_DELIVERIES.rows.toLocaleString('en')} for a webhook. Administrators only.`,
        returns: 'The deliveries, newest first.',
        ...PAGED,
      }),
    )
    .input(
      ById.extend({
        status: z.enum(webhookDeliveryStatus.enumValues).describe('Only deliveries with this status.').optional(),
        ...paging(50, 200),
      }),
    )
    .use(adminOnly)
    .output(Data(z.array(Delivery).describe('The deliveries, newest first.')))
    .query(async ({ ctx, input }) => {
      const { db, tenant } = ctx;
      const after = order.after(input.after);
      const [webhook] = await db
        .select({ id: webhooks.id })
        .from(webhooks)
        .where(ownedBy(tenant, webhooks, eq(webhooks.id, input.id)));
      if (!webhook) throw notFound();
      const rows = await db
        .select()
        .from(webhookDeliveries)
        .where(
          ownedBy(
            tenant,
            webhookDeliveries,
            and(eq(webhookId, webhook.id), input.status && eq(status, input.status), after),
          ),
        )
        .orderBy(...order.orderBy)
        .limit(input.limit + 1);
      const page = endPage(ctx, input, rows, (row) => order.cursorOf([row.createdAt.toISOString(), row.id]));
      return { ok: true, data: page.map(toDelivery) };
    }),

  replay: tenantProcedure
    .meta(
      post('/webhooks/{id}/deliveries/{deliveryId}/replay', 'Send a delivery again', {
        description:
          'Sends the event again, with the same `webhook-id` and body, now and with all attempts. Administrators only.',
        returns: 'The delivery, waiting to be sent.',
        status: 202,
        creates: false,
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(ById.extend({ deliveryId: Id }))
    .use(adminOnly)
    .output(Data(Delivery))
    .mutation(async ({ ctx: { db, tenant }, input }) => {
      const delivery = await db.transaction(async (tx) => {
        const webhook = await lockWebhook(tx, tenant, input.id);
        const one = and(eq(webhookId, webhook.id), eq(id, input.deliveryId));
        const [found] = await tx
          .select({ id })
          .from(webhookDeliveries)
          .where(ownedBy(tenant, webhookDeliveries, one));
        if (!found) throw notFound();
        requireEnabled(webhook);
        const [again] = await tx
          .update(webhookDeliveries)
          .set({ status: 'pending', attempts: 0, nextAttemptAt: new Date(), deliveredAt: null })
          .where(ownedBy(tenant, webhookDeliveries, one))
          .returning();
        if (!again) throw notFound();
        return again;
      });
      return { ok: true, data: toDelivery(delivery) };
    }),
};
