import { z } from 'zod';
import { factsChanged } from '../../server/cache/versions.ts';
import { BODY_BYTES, RECORDS_PER_BATCH } from '../../server/limits/sizes.ts';
import { ingestProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { ExternalId } from '../fields.ts';
import { Success } from '../shapes.ts';
import { RECORD_TYPES } from './record-types.ts';
import { emptyOutcome, type Outcome, storeRows } from './store-rows.ts';
import { validateRows } from './validate-rows.ts';

const { post } = rest('Ingest', { bodyBytes: BODY_BYTES.ingest });

/** A record type's component in the document: `traffic_source` is TrafficSourceRecord. */
const componentOf = (type: string) => `${type.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())}Record`;

/** The JSON schema of each record type, for the document. */
export const recordSchemas = Object.fromEntries(
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
  override: { anyOf: Object.keys(recordSchemas).map((name) => ({ $ref: `#/components/schemas/${name}` })) },
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

/** Over tRPC `{ records, dryRun? }` or the bare list; over REST the body is the bare list. */
const Batch = z.preprocess(
  (input) => (Array.isArray(input) ? { records: input } : input),
  z.object({
    records: z
      .array(Row)
      .max(RECORDS_PER_BATCH, `must have at most ${RECORDS_PER_BATCH} records`)
      .meta({ description: 'The records.', example: EXAMPLE_BATCH }),
    dryRun: z.boolean().default(false).describe('Whether to validate only: nothing is stored.'),
  }),
);

const RejectedRecord = z.object({
  index: z.int().min(0).meta({ description: 'Position in the batch, from 0.', example: 3 }),
  externalId: z.string().nullable().meta({
    description: 'Your identifier; null when it is missing or invalid.',
    example: 'goal-2026-01',
  }),
  error: z.string().meta({ description: 'Reason for the rejection.', example: 'data.deadline: Invalid ISO date' }),
});

const IngestReceipt = z
  .object({
    ok: Success,
    accepted: z.int().min(0).meta({ description: 'Number of new records.', example: 12 }),
    updated: z.int().min(0).meta({ description: 'Number of changed records.', example: 3 }),
    unchanged: z
      .int()
      .min(0)
      .meta({ description: 'Number of records stored before with the same values.', example: 5 }),
    rejected: z.array(RejectedRecord).describe('The rejected records, in the order of the batch.'),
  })
  .meta({ id: 'IngestReceipt', description: 'The result of a batch; every record counts once.' });

/** Rolls back the transaction of a dry run and carries its outcome. */
class DryRun extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('The transaction of a dry run is rolled back.');
    this.outcome = outcome;
  }
}

export const recordProcedures = {
  records: ingestProcedure
    .meta(
      post('/ingest/records', 'Ingest records', {
        rows: 'records',
        description:
          'Stores up to 1,000 records, as a JSON array or as NDJSON. A record is identified by its type and `externalId`: a known one is updated, an invalid one rejected without affecting the others. Duplicates in a batch are applied in order. Needs an API key of scope `ingest`.',
        returns: 'The receipt of the batch.',
      }),
    )
    .input(Batch)
    .output(IngestReceipt)
    .mutation(async ({ ctx: { db, tenant }, input: { records, dryRun } }) => {
      const { valid, rejected } = await validateRows(records);
      if (rejected.length === records.length) return { ok: true, ...emptyOutcome(), rejected };

      const outcome = await db
        .transaction(async (tx) => {
          const stored = await storeRows(tx, tenant.clientId, valid);
          if (dryRun) throw new DryRun(stored);
          if (stored.accepted + stored.updated > 0) await factsChanged(tx, tenant);
          return stored;
        })
        .catch((error) => {
          if (error instanceof DryRun) return error.outcome;
          throw error;
        });
      const all = [...rejected, ...outcome.rejected].sort((one, other) => one.index - other.index);
      return { ok: true, ...outcome, rejected: all };
    }),
};
