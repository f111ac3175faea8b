import { eq } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { measurementRuns } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { readBusinessRecord } from '../../visibility/public.ts';
import { readSettings } from '../read-measurement.ts';

/** What the answers of a run are read against: the organization as it is now, competitors and listings as they were. */
export async function knownForReading(db: TenantDb, tenant: Tenant, runId: string) {
  const [run] = await db
    .select({ plan: measurementRuns.plan })
    .from(measurementRuns)
    .where(ownedBy(tenant, measurementRuns, eq(measurementRuns.id, runId)));
  const [record, { aliases }] = [await readBusinessRecord(db, tenant), await readSettings(db, tenant)];
  return {
    subject: { ...record, name: record.name ?? tenant.name, aliases },
    rivals: run?.plan.competitors ?? [],
    listed: run?.plan.listed ?? [],
  };
}
