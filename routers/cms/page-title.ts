import { eq } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { pages } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { livePages } from './live.ts';

/** The title and the status of a page; undefined when it is gone, or in the bin. */
export async function readPageTitle(db: TenantDb, tenant: Tenant, id: string) {
  const [page] = await db
    .select({ title: pages.title, status: pages.status })
    .from(pages)
    .where(livePages(tenant, eq(pages.id, id)));
  return page;
}
