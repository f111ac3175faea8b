import { eq } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { organizations } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { BusinessRecord } from './figures/listings.ts';

/** The organization's contact details, to compare with its listings. */
export async function readBusinessRecord(db: TenantDb, { clientId }: Tenant): Promise<BusinessRecord> {
  const { name, address, phone, website, timezone } = organizations;
  const [record] = await db
    .select({ name, address, phone, website, timezone })
    .from(organizations)
    .where(eq(organizations.id, clientId));
  return record ?? { name: null, address: null, phone: null, website: null, timezone: null };
}
