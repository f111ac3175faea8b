import { desc, eq, inArray } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { goalReadings } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';

const { goalId, at, id } = goalReadings;

/** The readings that are kept of a goal: the newest. */
export const KEPT_READINGS = 5_000;

/**
 * Stores a reading in place of the oldest of too many, and says whether none of the goal is newer. The goal is locked,
 * so that readings come one by one.
 */
export async function addReading(
  tx: TenantDb,
  tenant: Tenant,
  reading: Omit<typeof goalReadings.$inferInsert, 'clientId'>,
) {
  const [added] = await tx
    .insert(goalReadings)
    .values({ ...reading, clientId: tenant.clientId })
    .returning();
  const ofGoal = ownedBy(tenant, goalReadings, eq(goalId, reading.goalId));
  const newestFirst = () => tx.select({ id }).from(goalReadings).where(ofGoal).orderBy(desc(at), desc(id));
  const [newest] = await newestFirst().limit(1);
  await tx.delete(goalReadings).where(ownedBy(tenant, goalReadings, inArray(id, newestFirst().offset(KEPT_READINGS))));
  if (!added) throw new Error('The reading was not stored.');
  return { added, isNewest: newest?.id === added.id };
}
