import { desc, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { scoreRuns } from '../../db/schema/index.ts';
import type { ScanParts } from '../../db/schema/scan-parts.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';

/** A part of the latest scan that has it; undefined where none has. */
export async function latestPart<Part extends keyof ScanParts>(
  db: TenantDb,
  tenant: Tenant,
  part: Part,
): Promise<ScanParts[Part] | undefined> {
  // Scans can be megabytes: only this part is read.
  const found = sql`${scoreRuns.parts} -> ${part}::text`;
  const [row] = await db
    .select({ parts: sql`jsonb_build_object(${part}::text, ${found})`.mapWith(scoreRuns.parts) })
    .from(scoreRuns)
    .where(ownedBy(tenant, scoreRuns, sql`jsonb_typeof(${found}) in ('array', 'object')`))
    .orderBy(desc(scoreRuns.completedAt), desc(scoreRuns.id))
    .limit(1);
  return row?.parts[part];
}
