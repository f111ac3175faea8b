import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/handles.ts';
import { webhooks } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import type { Deps } from '../../server/deps.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import type { HandlerDeps } from '../../server/trpc/context.ts';

interface Removal {
  orgIds: string[];
  at: string;
}

/**
 * Queues the removal of all webhooks of organizations: transactions on accounts cannot reach the tables of a client.
 */
export const removeAllWebhooks = ({ jobs }: Pick<HandlerDeps, 'jobs'>, tx: Executor, orgIds: string[]) =>
  jobs.send(tx, 'webhook-removals', { orgIds, at: new Date().toISOString() } satisfies Removal);

/** Removes the webhooks that existed when the job was queued, and those of calls in flight at that time. */
export const removeQueuedWebhooks =
  ({ database }: Pick<Deps, 'database'>) =>
  async ({ orgIds, at }: Removal) => {
    for (const orgId of orgIds) {
      const tenant = await findTenant(database.accounts, orgId);
      if (!tenant) continue;
      const before = sql`${webhooks.createdAt} < ${at}::timestamptz + interval '5 seconds'`;
      await database
        .as(tenant)
        .delete(webhooks)
        .where(ownedBy(tenant, webhooks, before));
    }
  };
