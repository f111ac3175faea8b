import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { apiKeys, invitations, memberships, organizations, type users } from '../../../db/schema/index.ts';
import type { HandlerDeps } from '../../../server/trpc/context.ts';
import { queueEndOfSubscriptions } from '../../billing/public.ts';
import { removeAllWebhooks } from '../../webhooks/public.ts';
import { ownNames } from '../org/memberships.ts';

type Removed = Pick<typeof users.$inferSelect, 'email' | 'name'>;

/**
 * Closes those of the organizations that nobody belongs to any more: suspended, without keys, webhooks and invitations,
 * and without a name that was made of the person’s; their subscriptions end. Their data waits for the operator, who
 * erases it.
 */
export async function closeEmptyOrganizations(
  tx: AccountDb,
  deps: Pick<HandlerDeps, 'jobs'>,
  user: Removed,
  orgIds: string[],
) {
  if (orgIds.length === 0) return;
  const { id, status, name } = organizations;
  const members = tx.select({ id: memberships.id }).from(memberships).where(eq(memberships.orgId, id));
  const closed = await tx
    .update(organizations)
    // One that is being erased stays so.
    .set({ status: sql`case ${status} when 'erasing' then ${status} else 'suspended' end` })
    .where(and(inArray(id, orgIds), notExists(members)))
    .returning({ id });
  const emptyIds = closed.map((organization) => organization.id);
  if (emptyIds.length === 0) return;

  const named = and(inArray(id, emptyIds), inArray(name, ownNames(user)));
  await tx.update(organizations).set({ name: 'Organization without members' }).where(named);
  await tx.delete(apiKeys).where(inArray(apiKeys.orgId, emptyIds));
  await tx.delete(invitations).where(inArray(invitations.orgId, emptyIds));
  await removeAllWebhooks(deps, tx, emptyIds);
  await queueEndOfSubscriptions(deps, tx, emptyIds);
}
