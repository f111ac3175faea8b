import { eq } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { organizations } from '../../db/schema/index.ts';
import { mint, type Tenant, tenantFacts } from '../../db/tenant.ts';

/** Finds the tenant for work without a session: Stripe events and jobs. */
export async function findTenant(db: AccountDb, clientId: string): Promise<Tenant | undefined> {
  const [found] = await db.select(tenantFacts).from(organizations).where(eq(organizations.id, clientId));
  return found && mint(found);
}
