import { eq } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { type MeasurementPlan, measurementRuns } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { notFound } from '../../../server/errors.ts';
import { readBusinessRecord } from '../../visibility/public.ts';
import { readSettings } from '../read-measurement.ts';

/** The organization as answers are read for it, as it is now. */
export async function readSubject(db: TenantDb, tenant: Tenant): Promise<NonNullable<MeasurementPlan['subject']>> {
  const [record, { aliases }] = [await readBusinessRecord(db, tenant), await readSettings(db, tenant)];
  return { ...record, name: record.name ?? tenant.name, aliases };
}

/**
 * What the answers of a run are read against: the organization as at its begin, or at its latest count; competitors and
 * listings as at its begin.
 */
export async function knownForReading(db: TenantDb, tenant: Tenant, runId: string) {
  const [run] = await db
    .select({ plan: measurementRuns.plan })
    .from(measurementRuns)
    .where(ownedBy(tenant, measurementRuns, eq(measurementRuns.id, runId)));
  if (!run) throw notFound();
  const { subject, competitors: rivals, listed } = run.plan;
  return { subject: subject ?? (await readSubject(db, tenant)), rivals, listed };
}
