import type { TenantDb } from '../../db/handles.ts';
import type { Tenant } from '../../db/tenant.ts';
import { notify } from '../notifications/public.ts';
import { isScoreDrop, type readLatestChange } from '../visibility/public.ts';
import { type ClientEvent, emit } from '../webhooks/public.ts';

interface StoredScan {
  id: string;
  /** Whether it replaces no earlier one. */
  isNew: boolean;
  completedAt: Date;
  rawScore: number | null;
  dynamicScore: number | null;
}

/** What changed with the latest scan, read after this one was stored. */
type LatestChange = Awaited<ReturnType<typeof readLatestChange>>;

/** Tells of a new scan; and once, by mail and webhook, of a drop where the scan is the latest, new or replaced. */
export async function emitScanEvents(tx: TenantDb, tenant: Tenant, scan: StoredScan, latest: LatestChange) {
  const { id: subject, isNew, rawScore, dynamicScore } = scan;
  const facts = { runId: subject, completedAt: scan.completedAt.toISOString(), dynamicScore };
  const events: ClientEvent[] = isNew ? [{ type: 'scan.completed', subject, data: { ...facts, rawScore } }] : [];

  const dropped = latest?.runId === subject && isScoreDrop(latest) && latest.before;
  if (dropped && (await notify(tx, tenant, { kind: 'scoreDrop', subject })))
    events.push({
      type: 'score.dropped',
      subject,
      data: { ...facts, previousRunId: dropped.runId, previousScore: dropped.score, change: latest.change },
    });
  if (events.length > 0) await emit(tx, tenant, ...events);
}
