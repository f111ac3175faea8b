import { asc, eq } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { memberships, organizations } from '../../db/schema/index.ts';
import { mint, type Tenant, tenantFacts } from '../../db/tenant.ts';

/** Finds the tenant for work without a session: Stripe events and jobs. */
export async function findTenant(db: AccountDb, clientId: string): Promise<Tenant | undefined> {
  const [found] = await db.select(tenantFacts).from(organizations).where(eq(organizations.id, clientId));
  return found && mint(found);
}

/** The organization that a user has belonged to for longest. */
export async function oldestOrganization(db: AccountDb, userId: string): Promise<string | undefined> {
  const { orgId, id } = memberships;
  const [oldest] = await db
    .select({ orgId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(asc(id))
    .limit(1);
  return oldest?.orgId;
}
