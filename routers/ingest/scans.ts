import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { insertOf, ofInserted } from '../../db/prepared-insert.ts';
import { scanEntryType, scoreRuns } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { scoresChanged } from '../../server/cache/versions.ts';
import { BODY_BYTES } from '../../server/limits/sizes.ts';
import { rest } from '../../server/trpc/rest.ts';
import { lookAtAlerts } from '../alerts/public.ts';
import { recordUsage, type UseContext } from '../records/record-usage.ts';
import { Success, Uuid } from '../values/shapes.ts';
import { keptInScan, readLatestChange, replaceEvidence, Scan, separateEvidence } from '../visibility/public.ts';
import { boundedIngestProcedure, countingBytes, DAY_BYTES } from './day-bytes.ts';
import { emitScanEvents } from './scan-events.ts';

const { post } = rest('Ingest', { bodyBytes: BODY_BYTES.ingest, weight: 'heavy' });

const KeptEntry = z.object({
  index: z.int().min(0).meta({ description: 'Position among the entries of its type, from 0.', example: 2 }),
  externalId: z.string().meta({ description: 'Your identifier.', example: 'rec-apple-hours' }),
  type: z.enum(scanEntryType.enumValues).describe('Type of the entry.'),
  fields: z.array(z.string()).meta({ description: 'Names of the kept fields.', example: ['status'] }),
});

export const ScanReceipt = z.object({
  ok: Success,
  runId: Uuid.describe('Id of the stored scan.'),
  kept: z.array(KeptEntry).describe('The entries with fields that people have set: these fields were kept.'),
});

const SCAN = [
  'source',
  'completedAt',
  'rawScore',
  'dynamicScore',
  'confidence',
  'tiers',
  'components',
  'parts',
] as const;

const upsertScan = tenantQuery((db) =>
  insertOf(db, scoreRuns, ['clientId', 'id', 'externalId', ...SCAN])
    .onConflictDoUpdate({
      target: [scoreRuns.clientId, scoreRuns.externalId],
      set: { ...ofInserted(SCAN), updatedAt: sql`now()` },
    })
    .returning({ id: scoreRuns.id, isNew: sql<boolean>`xmax = 0` }),
);

type StoredScan = typeof scoreRuns.$inferSelect;

type Sent = Parameters<typeof separateEvidence>[0] & Omit<StoredScan['parts'], 'aeo' | 'competitors'>;
type Scored = Pick<StoredScan, 'completedAt' | 'rawScore' | 'dynamicScore' | 'confidence' | 'tiers' | 'components'>;

/** A scan as it is stored: its answers are rows of their own. */
export async function prepareScan(scored: Scored, sent: Sent, source: StoredScan['source']) {
  const { parts, evidence } = await separateEvidence(sent);
  return { scan: { source, ...scored, parts }, evidence };
}

/** Stores a prepared scan with its events. The scores version goes up with it, so that both become visible together. */
export async function writeScan(
  tx: TenantDb,
  tenant: Tenant,
  externalId: string,
  { scan, evidence }: Awaited<ReturnType<typeof prepareScan>>,
) {
  const keys = { clientId: tenant.clientId, id: randomUUIDv7(), externalId };
  // Sent at once, in this order.
  const [[run], latest, kept] = await Promise.all([
    upsertScan(tx).execute({ ...keys, ...scan }),
    readLatestChange(tx, tenant),
    keptInScan(tx, tenant, scan.parts),
    scoresChanged(tx, tenant),
  ]);
  if (!run) throw new Error('The scan was not stored.');
  await replaceEvidence(tx, tenant, { ...scan, runId: run.id, isNew: run.isNew }, evidence);
  await emitScanEvents(tx, tenant, { ...run, ...scan }, latest);
  await lookAtAlerts(tx, tenant);
  return { ...run, kept };
}

/** Stores the scan of a pipeline with all its parts at once; the status is 200 if it replaces an earlier one. */
export async function storeScan(
  ctx: UseContext & { reply: FastifyReply },
  { externalId, completedAt, overall, tiers, components, ...sent }: Scan,
) {
  const { db, tenant, reply } = ctx;
  const scored = { completedAt: new Date(completedAt), ...overall, tiers, components };
  const prepared = await prepareScan(scored, sent, 'pipeline');
  const stored = await db.transaction((tx) => writeScan(tx, tenant, externalId, prepared));
  await recordUsage(ctx, 'data_ingested');

  if (!stored.isNew) reply.code(200);
  return { ok: true as const, runId: stored.id, kept: stored.kept };
}

export const scanProcedures = {
  scans: boundedIngestProcedure
    .meta(
      post('/ingest/scans', 'Ingest a scan', {
        description: `Stores a complete scan: 201 for a new \`externalId\`, 200 when it replaces an earlier scan. Needs an API key of scope \`ingest\`; unknown fields are ignored. A status that people have set for a recommendation or an item of the plan stays, and is named in \`kept\`. ${DAY_BYTES}`,
        returns: 'The id of the stored scan, and the kept fields.',
        status: 201,
        orStatus: 200,
      }),
    )
    .input(Scan)
    .output(ScanReceipt)
    .mutation(({ ctx, input }) => countingBytes(ctx, () => storeScan(ctx, input))),
};
