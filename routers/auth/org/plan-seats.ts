import { and, eq } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { invitations } from '../../../db/schema/index.ts';
import type { Granted } from '../../plans/granted.ts';
import { withinPlan } from '../../plans/within-plan.ts';
import { isPending } from './seats.ts';

/**
 * Requires a seat of the plan for an address. One that is invited has its seat already, and keeps it when it joins.
 *
 * @throws PLAN_LIMIT
 */
export async function requireSeatInPlan(tx: AccountDb, orgId: string, email: string, granted: Granted) {
  const [invited] = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.orgId, orgId), eq(invitations.email, email), isPending));
  if (!invited) await withinPlan(tx, { clientId: orgId }, granted, { limit: 'members' });
}
