import { eq } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { webhooks } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { notFound, PortalError } from '../../server/errors.ts';

/** Finds a webhook and locks it, so that it is not deleted meanwhile. @throws NOT_FOUND */
export async function lockWebhook(tx: TenantDb, tenant: Tenant, id: string) {
  const [webhook] = await tx
    .select()
    .from(webhooks)
    .where(ownedBy(tenant, webhooks, eq(webhooks.id, id)))
    .for('no key update');
  if (!webhook) throw notFound();
  return webhook;
}

/** @throws INVALID_TRANSITION */
export function requireEnabled({ enabled }: { enabled: boolean }) {
  if (!enabled) throw new PortalError('INVALID_TRANSITION', 'This webhook is turned off. Please turn it on first.');
}
