import type { Domain } from '../../server/domain.ts';
import { minutes, seconds } from '../../server/durations.ts';
import { sealedColumn } from '../../server/identity/sealed-places.ts';
import { writeMemberEvent } from './member-events.ts';
import { notifyTurnedOff } from './notify-turned-off.ts';
import { removeQueuedWebhooks } from './remove-all.ts';
import { sweepDeliveries } from './retention.ts';
import { webhookSender } from './sender.ts';

const KEY = ['client_id', 'id'];

export const webhooksDomain: Domain = {
  sealed: [
    sealedColumn('webhook-secret', 'webhooks', 'sealed_secret', KEY),
    sealedColumn('webhook-secret', 'webhooks', 'sealed_secret_before', KEY),
  ],
  jobs: (deps) => ({ 'member-events': writeMemberEvent(deps), 'webhook-removals': removeQueuedWebhooks(deps) }),
  sweeps: (deps) => {
    // Opened before its first round, so that its metrics are exported from the start.
    const sender = deps.use(webhookSender);
    return [
      { what: 'due events', every: seconds(1), run: () => sender.sendDue() },
      { what: 'webhooks that were turned off', every: minutes(1), run: () => notifyTurnedOff(deps) },
      { what: 'old deliveries', every: minutes(60), run: () => sweepDeliveries(deps.database.asMaintenance()) },
    ];
  },
};
