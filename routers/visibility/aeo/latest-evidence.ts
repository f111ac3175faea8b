import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { tenantQuery } from '../../../db/prepared.ts';
import { aeoEvidence } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { dayStart, placedDayStart, todayIn } from '../../values/days.ts';
import { pairedChange } from '../figures/paired-change.ts';

const latestOf = (where: SQL | undefined) =>
  tenantQuery((db) => {
    const { runId, completedAt: asOf, answers, mentions, low, high, change, engines, citations, sources } = aeoEvidence;
    const { prompts, cells, lastAskedAt } = aeoEvidence;
    return db
      .select({
        runId,
        asOf,
        answers,
        mentions,
        low,
        high,
        change,
        engines,
        citations,
        sources,
        prompts,
        cells,
        lastAskedAt,
      })
      .from(aeoEvidence)
      .where(and(eq(aeoEvidence.clientId, sql.placeholder('clientId')), where))
      .orderBy(desc(asOf), desc(runId))
      .limit(1);
  });

const latest = latestOf(undefined);
const latestUntil = latestOf(sql`${aeoEvidence.completedAt} < ${placedDayStart('until', 1)}`);

/**
 * The evidence of the latest scan that has answers, with `until` of those completed up to that day in the client's time
 * zone; undefined without any.
 */
export async function latestEvidence(db: TenantDb, { clientId, timezone }: Tenant, until?: string) {
  const [evidence] = await (until
    ? latestUntil(db).execute({ clientId, until, timezone })
    : latest(db).execute({ clientId }));
  return evidence;
}

/**
 * The change of the mention rate in a scan since the last one of its source before a day; null without one, and for a
 * scan that is older itself.
 */
export async function changeSinceDay(
  db: TenantDb,
  tenant: Tenant,
  { runId, asOf }: { runId: string; asOf: Date },
  day: string,
) {
  if (todayIn(tenant.timezone, asOf) < day) return null;
  const { completedAt, source, readings, ...columns } = aeoEvidence;
  const isScan = ownedBy(tenant, aeoEvidence, eq(columns.runId, runId));
  const [now] = await db.select({ source, readings }).from(aeoEvidence).where(isScan);
  if (!now) return null;
  const isEarlier = and(eq(source, now.source), sql`${completedAt} < ${dayStart(day, tenant.timezone)}`);
  const [before] = await db
    .select({ readings })
    .from(aeoEvidence)
    .where(ownedBy(tenant, aeoEvidence, isEarlier))
    .orderBy(desc(completedAt), desc(columns.runId))
    .limit(1);
  return before ? pairedChange(before.readings, now.readings) : null;
}
