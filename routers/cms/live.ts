import { isNull, type SQL } from 'drizzle-orm';
import { pages } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';

/** The page is not in the bin: the condition of every read of pages, except those of the bin. */
export const isLive = isNull(pages.deletedAt);

/** The client's pages, without those in the bin. */
export const livePages = (tenant: Tenant, ...more: (SQL | undefined)[]) => ownedBy(tenant, pages, isLive, ...more);
