import { z } from 'zod';
import { factsChanged } from '../../server/cache/versions.ts';
import { BODY_BYTES, RECORDS_PER_BATCH } from '../../server/limits/sizes.ts';
import { ingestProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { ExternalId } from '../fields.ts';
import { RECORD_TYPES } from './record-types.ts';
import { sortRows } from './sort-rows.ts';
import { nothing, type Outcome, storeRows } from './store-rows.ts';

const { post } = rest('Ingest', { bodyBytes: BODY_BYTES.ingest });

/** What a record may be, for the document; at run time each is read by its type, and refused alone. */
const documented = () =>
  z.toJSONSchema(
    z.union(
      [...RECORD_TYPES].map(([name, { data }]) => z.object({ type: z.literal(name), externalId: ExternalId, data })),
    ),
    { io: 'input' },
  );

const Row = z.unknown().meta({
  id: 'IngestRecord',
  override: ({ jsonSchema }) => {
    const { $schema: _, ...schema } = documented();
    Object.assign(jsonSchema, schema);
  },
});

/** Over tRPC `{ records, dryRun? }`, or the bare list, which is the body of the REST route. */
const Batch = z.preprocess(
  (input) => (Array.isArray(input) ? { records: input } : input),
  z.object({
    records: z.array(Row).max(RECORDS_PER_BATCH, `a batch holds at most ${RECORDS_PER_BATCH} records`),
    dryRun: z.boolean().default(false),
  }),
);

const Receipt = z.object({
  ok: z.literal(true),
  accepted: z.int().min(0).describe('New ones.'),
  updated: z.int().min(0).describe('Known ones that now say something else.'),
  unchanged: z.int().min(0),
  rejected: z.array(z.object({ index: z.int().min(0), externalId: z.string().nullable(), error: z.string() })),
});

/** Carries what a dry run would have done out of the transaction that is undone by it. */
class Rehearsed extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('A dry run stores nothing.');
    this.outcome = outcome;
  }
}

export const recordProcedures = {
  records: ingestProcedure
    .meta(
      post('/ingest/records', 'Take in up to 1,000 records; known ones are updated, bad ones refused one by one', {
        rows: 'records',
        description:
          'A record is known by its type and `externalId`; one that comes twice in a batch is taken twice, in order. The receipt counts every record once. A dry run answers what the real one would, and stores nothing.',
      }),
    )
    .input(Batch)
    .output(Receipt)
    .mutation(async ({ ctx: { db, tenant }, input: { records, dryRun } }) => {
      const { good, rejected } = sortRows(records);
      if (rejected.length === records.length) return { ok: true, ...nothing(), rejected };

      const outcome = await db
        .transaction(async (tx) => {
          const stored = await storeRows(tx, tenant.clientId, good);
          if (dryRun) throw new Rehearsed(stored);
          if (stored.accepted + stored.updated > 0) await factsChanged(tx, tenant);
          return stored;
        })
        .catch((error) => {
          if (error instanceof Rehearsed) return error.outcome;
          throw error;
        });
      const all = [...rejected, ...outcome.rejected].sort((one, other) => one.index - other.index);
      return { ok: true, ...outcome, rejected: all };
    }),
};
