import { count, ne, notInArray } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { actionItems, goals } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { actionItemsSummary } from './figures/action-items.ts';
import { goalsSummary } from './figures/goals.ts';

// Counted by status and day in the index, so that a client with many costs little more than one with few.

/** How all of the client's goals stand on its own `today`. */
export async function readGoalsSummary(db: TenantDb, tenant: Tenant, today: string) {
  const { status, deadline } = goals;
  const kinds = await db
    .select({ status, deadline, count: count() })
    .from(goals)
    .where(ownedBy(tenant, goals, ne(status, 'cancelled')))
    .groupBy(status, deadline);
  return goalsSummary(kinds, today);
}

/** How all of the client's action items stand on its own `today`. */
export async function readActionItemsSummary(db: TenantDb, tenant: Tenant, today: string) {
  const { status, dueDate } = actionItems;
  const kinds = await db
    .select({ status, dueDate, count: count() })
    .from(actionItems)
    .where(ownedBy(tenant, actionItems, notInArray(status, ['done', 'dismissed'])))
    .groupBy(status, dueDate);
  return actionItemsSummary(kinds, today);
}
