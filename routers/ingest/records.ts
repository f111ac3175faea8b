import { z } from 'zod';
import { factsChanged } from '../../server/cache/versions.ts';
import { BODY_BYTES, RECORDS_PER_BATCH } from '../../server/limits/sizes.ts';
import { rest } from '../../server/trpc/rest.ts';
import { lookAtAlerts } from '../alerts/public.ts';
import { recordUsage, type UseContext } from '../records/record-usage.ts';
import { ExternalId } from '../values/fields.ts';
import { Success } from '../values/shapes.ts';
import { validateRows } from './check-rows.ts';
import { boundedIngestProcedure, countingBytes, DAY_BYTES } from './day-bytes.ts';
import { RECORD_TYPES } from './record-types.ts';
import { emptyOutcome, type Outcome, storeRows } from './store-rows.ts';

const { post } = rest('Ingest', { bodyBytes: BODY_BYTES.ingest, weight: 'heavy' });

/** A record type's component in the document: `traffic_source` is TrafficSourceRecord. */
const componentOf = (type: string) => `${type.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())}Record`;

/** The JSON schema of each record type, for the document. */
export const recordSchemas = () =>
  Object.fromEntries(
    [...RECORD_TYPES].map(([type, { data }]) => {
      const record = z.object({
        type: z.literal(type).describe('Type of the record.'),
        externalId: ExternalId,
        data: data.describe('Fields of the record.'),
      });
      const { $schema: _, ...schema } = z.toJSONSchema(record, { io: 'input' });
      return [componentOf(type), { ...schema, description: data.description }];
    }),
  );

// At run time each row is validated by its type, so that an invalid row is rejected alone.
const Row = z.unknown().meta({
  id: 'IngestRecord',
  description: 'A record of one of the types.',
  override: { anyOf: [...RECORD_TYPES.keys()].map((type) => ({ $ref: `#/components/schemas/${componentOf(type)}` })) },
});

const EXAMPLE_BATCH = [
  {
    type: 'traffic_source',
    externalId: 'ga4-2026-02-15-google-organic',
    data: {
      date: '2026-02-15',
      source: 'google',
      medium: 'organic',
      sessions: 184,
      users: 151,
      conversions: 9,
      isAiAssistant: false,
    },
  },
];

export const RecordBatch = z.object({
  records: z
    .array(Row)
    .max(RECORDS_PER_BATCH, `must have at most ${RECORDS_PER_BATCH} records`)
    .meta({ description: 'The records.', example: EXAMPLE_BATCH }),
  dryRun: z.boolean().default(false).describe('Whether to validate only: nothing is stored.'),
});

/** Over tRPC `{ records, dryRun? }` or the bare list; over REST the body is the bare list. */
const Batch = z.preprocess((input) => (Array.isArray(input) ? { records: input } : input), RecordBatch);

const RejectedRecord = z.object({
  index: z.int().min(0).meta({ description: 'Position in the batch, from 0.', example: 3 }),
  externalId: z.string().nullable().meta({
    description: 'Your identifier; null when it is missing or invalid.',
    example: 'goal-2026-01',
  }),
  error: z.string().meta({ description: 'Reason for the rejection.', example: 'data.deadline: Invalid ISO date' }),
});

const KeptRecord = z.object({
  index: z.int().min(0).meta({ description: 'Position in the batch, from 0.', example: 7 }),
  externalId: z.string().meta({ description: 'Your identifier.', example: 'goal-2026-02' }),
  fields: z.array(z.string()).meta({ description: 'Names of the kept fields.', example: ['status'] }),
});

export const IngestReceipt = z
  .object({
    ok: Success,
    accepted: z.int().min(0).meta({ description: 'Number of new records.', example: 12 }),
    updated: z.int().min(0).meta({ description: 'Number of changed records.', example: 3 }),
    unchanged: z
      .int()
      .min(0)
      .meta({ description: 'Number of records stored before with the same values.', example: 5 }),
    rejected: z.array(RejectedRecord).describe('The rejected records, in the order of the batch.'),
    kept: z
      .array(KeptRecord)
      .describe('The records with fields that people have set, in the order of the batch: these fields were kept.'),
  })
  .meta({ id: 'IngestReceipt', description: 'The result of a batch; every record counts once.' });

const BOUNDS = [...RECORD_TYPES.values()].flatMap(({ bound }) => bound?.words ?? []);
const DAILY = [...RECORD_TYPES.values()].flatMap(({ perDay }) => perDay?.words ?? []);

/** Rolls back the transaction of a dry run and carries its outcome. */
class DryRun extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('The transaction of a dry run is rolled back.');
    this.outcome = outcome;
  }
}

const inOrder = <Entry extends { index: number }>(entries: Entry[]) =>
  entries.toSorted((one, other) => one.index - other.index);

/** Stores the valid records of a batch, and returns its receipt. */
export async function storeBatch(
  ctx: UseContext,
  { records, dryRun }: z.infer<typeof RecordBatch>,
): Promise<{ ok: true } & Outcome> {
  const { db, tenant } = ctx;
  const { valid, rejected } = await validateRows(records);
  if (rejected.length === records.length) return { ok: true, ...emptyOutcome(), rejected };

  const outcome = await db
    .transaction(async (tx) => {
      const stored = await storeRows(tx, tenant.clientId, valid);
      if (dryRun) throw new DryRun(stored);
      if (stored.accepted + stored.updated > 0) await factsChanged(tx, tenant);
      await lookAtAlerts(tx, tenant);
      return stored;
    })
    .catch((error) => {
      if (error instanceof DryRun) return error.outcome;
      throw error;
    });
  if (!dryRun) await recordUsage(ctx, 'data_ingested');
  return {
    ok: true,
    ...outcome,
    rejected: inOrder([...rejected, ...outcome.rejected]),
    kept: inOrder(outcome.kept),
  };
}

export const recordProcedures = {
  records: boundedIngestProcedure
    .meta(
      post('/ingest/records', 'Ingest records', {
        rows: 'records',
        description: `Stores up to 1,000 records, as a JSON array or as NDJSON. A record is identified by its type and \`externalId\`: a known one is updated, an invalid one rejected without affecting the others. Duplicates in a batch are applied in order. Fields that people have set in the portal are theirs: they are kept and named in \`kept\`, the others are updated. An organization has at most ${BOUNDS.join(', ')}, and of one day ${DAILY.join(', ')}: new ones past that are rejected. ${DAY_BYTES} Needs an API key of scope \`ingest\`.`,
        returns: 'The receipt of the batch.',
      }),
    )
    .input(Batch)
    .output(IngestReceipt)
    .mutation(({ ctx, input }) => countingBytes(ctx, () => storeBatch(ctx, input))),
};
