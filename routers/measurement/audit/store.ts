import type { TenantDb } from '../../../db/handles.ts';
import type { AuditFailure } from '../../../db/schema/audit-checks.ts';
import { siteAudits } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import type { auditResult } from './checks.ts';

const { startUrl, completedAt, pages, checks, failedAt, failure } = siteAudits;

/** The client's latest audit; undefined before the first. */
export async function latestAudit(db: TenantDb, tenant: Tenant) {
  const [audit] = await db
    .select({ startUrl, completedAt, pages, checks, failedAt, failure })
    .from(siteAudits)
    .where(ownedBy(tenant, siteAudits));
  return audit;
}

type Values = Partial<typeof siteAudits.$inferInsert>;

const upsert = (db: TenantDb, { clientId }: Tenant, startUrl: string, values: Values) =>
  db
    .insert(siteAudits)
    .values({ clientId, startUrl, ...values })
    .onConflictDoUpdate({ target: siteAudits.clientId, set: values });

/** Replaces the client's audit. */
export const storeAudit = (db: TenantDb, tenant: Tenant, startUrl: string, result: ReturnType<typeof auditResult>) =>
  upsert(db, tenant, startUrl, { startUrl, ...result, completedAt: new Date(), failedAt: null, failure: null });

/** Notes that an audit failed; the results of the one before stay. */
export const storeAuditFailure = (db: TenantDb, tenant: Tenant, startUrl: string, failure: AuditFailure) =>
  upsert(db, tenant, startUrl, { failedAt: new Date(), failure });
