import type { Tenant } from '../../../db/tenant.ts';
import type { Deps } from '../../../server/deps.ts';
import { readBusinessRecord } from '../../visibility/public.ts';
import { auditResult } from './checks.ts';
import { AUDIT_REASONS } from './reasons.ts';
import { storeAudit, storeAuditFailure } from './store.ts';
import { type Visit, visitWith } from './visit.ts';
import { type AuditedSite, visitSite } from './visit-site.ts';

/**
 * Audits the client's website and stores the result; a failed audit keeps that of the one before. Takes about a second
 * a page. Throws only when `signal` ends it.
 */
export async function auditSite(
  { env, database }: Pick<Deps, 'env' | 'database'>,
  tenant: Tenant,
  site: AuditedSite,
  given: Partial<Visit> = {},
): Promise<{ ok: true; pages: number } | { ok: false; reason: string }> {
  const db = database.as(tenant);
  const own = await readBusinessRecord(db, tenant);
  const seen = await visitSite(site, own, visitWith({ publicOnly: env.production, ...given }));
  if (typeof seen === 'string') {
    await storeAuditFailure(db, tenant, site.startUrl, seen);
    return { ok: false, reason: AUDIT_REASONS[seen] };
  }
  await storeAudit(db, tenant, site.startUrl, auditResult(seen));
  return { ok: true, pages: seen.pages.length };
}
