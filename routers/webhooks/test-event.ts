import { randomUUIDv7 } from 'node:crypto';
import { webhookDeliveries } from '../../db/schema/index.ts';
import { adminOnly, tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { ById, Data } from '../values/shapes.ts';
import { toDelivery } from './deliveries.ts';
import { bodyOf, POSITION } from './emit.ts';
import { TEST_EVENT } from './event-types.ts';
import { lockWebhook, requireEnabled } from './find-webhook.ts';
import { Delivery } from './shapes.ts';

const { post } = rest('Webhooks', { peopleOnly: true, support: 'never' });

export const testEventProcedures = {
  test: tenantProcedure
    .meta(
      post('/webhooks/{id}/test', 'Send a test event', {
        description: `Sends an event of the type \`${TEST_EVENT}\`; its deliveries show the outcome. Administrators only.`,
        returns: 'The delivery, waiting to be sent.',
        status: 202,
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(ById)
    .use(adminOnly)
    .output(Data(Delivery))
    .mutation(async ({ ctx: { db, tenant }, input: { id: webhookId } }) => {
      const delivery = await db.transaction(async (tx) => {
        requireEnabled(await lockWebhook(tx, tenant, webhookId));
        const eventId = randomUUIDv7();
        const [queued] = await tx
          .insert(webhookDeliveries)
          .values({
            clientId: tenant.clientId,
            webhookId,
            eventId,
            type: TEST_EVENT,
            subject: eventId,
            position: POSITION,
            body: bodyOf(TEST_EVENT, { webhookId }),
          })
          .returning();
        if (!queued) throw new Error('A test event was not stored.');
        return queued;
      });
      return { ok: true, data: toDelivery(delivery) };
    }),
};
