import { router } from '../../server/trpc/procedures.ts';
import { webhookDeliveryProcedures } from './deliveries.ts';
import { testEventProcedures } from './test-event.ts';
import { webhookProcedures } from './webhooks.ts';

export const webhooksRouter = router({
  ...webhookProcedures,
  ...testEventProcedures,
  deliveries: router(webhookDeliveryProcedures),
});
