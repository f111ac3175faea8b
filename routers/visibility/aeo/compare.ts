import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { aeoEvidence } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { pairedChange } from '../figures/paired-change.ts';

/** Where a scan is among those of its source. */
export interface Position {
  runId: string;
  completedAt: Date;
  source: (typeof aeoEvidence.$inferSelect)['source'];
}

const { runId, completedAt, source, readings } = aeoEvidence;

const columns = { runId, readings };

/**
 * Compares the scan at a position, and the one that follows, with those before them. Scans come in any order and are
 * replaced: what is stored of a change stays true this way, and no reader compares. The caller's transaction holds the
 * client's version, so that two scans which come at once see each other.
 */
export async function compareAround(tx: TenantDb, tenant: Pick<Tenant, 'clientId'>, position: Position) {
  const place = sql`(${position.completedAt.toISOString()}::timestamptz, ${position.runId}::uuid)`;
  const scans = (where: SQL, direction: typeof asc | typeof desc, limit: number) =>
    tx
      .select(columns)
      .from(aeoEvidence)
      .where(ownedBy(tenant, aeoEvidence, and(eq(source, position.source), where)))
      .orderBy(direction(completedAt), direction(runId))
      .limit(limit);

  let [before] = await scans(sql`(${completedAt}, ${runId}) < ${place}`, desc, 1);
  for (const scan of await scans(sql`(${completedAt}, ${runId}) >= ${place}`, asc, 2)) {
    const change = before ? pairedChange(before.readings, scan.readings) : null;
    await tx
      .update(aeoEvidence)
      .set({ change })
      .where(ownedBy(tenant, aeoEvidence, eq(runId, scan.runId)));
    before = scan;
  }
}
