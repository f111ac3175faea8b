import type { MaintenanceDb, TenantDb } from '../../db/handles.ts';
import type { webhooks } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { ITSELF, record } from '../../server/identity/security-trail.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { callingPerson } from '../values/people.ts';

type Webhook = Pick<typeof webhooks.$inferSelect, 'clientId' | 'id' | 'url'>;

// A URL may hold a token of the receiver's: the trail names its host only.
const about = ({ id: webhookId, url }: Webhook) => ({ webhookId, host: new URL(url).host });

interface Change {
  type: 'webhook_created' | 'webhook_updated' | 'webhook_secret_rotated' | 'webhook_deleted';
  webhook: Webhook;
  details?: Record<string, unknown>;
}

/** Records a person's change of a webhook in the security trail, in its transaction. */
export const recordWebhookChange = (
  tx: TenantDb,
  { request, caller, tenant }: Pick<RequestContext, 'request' | 'caller'> & { tenant: Tenant },
  { type, webhook, details }: Change,
) =>
  record(tx, request, {
    type,
    userId: callingPerson(caller),
    orgId: tenant.clientId,
    details: { ...about(webhook), ...details },
  });

/** Records that the portal turned a webhook off. */
export const recordTurnedOff = (tx: MaintenanceDb, webhook: Webhook) =>
  record(tx, ITSELF, {
    type: 'webhook_turned_off',
    orgId: webhook.clientId,
    actor: ITSELF.userAgent,
    details: about(webhook),
  });
