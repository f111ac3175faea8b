import { BODY_BYTES } from '../../server/limits/sizes.ts';
import { addressedClient, operatorIngestProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { IngestReceipt, RecordBatch, ScanReceipt, storeBatch, storeScan } from '../ingest/public.ts';
import { Id } from '../values/shapes.ts';
import { Scan } from '../visibility/public.ts';

const { post } = rest('Operator', { bodyBytes: BODY_BYTES.ingest, weight: 'heavy' });

const client = { id: Id.describe('Id of the client.') };

export const clientIngestProcedures = {
  scans: operatorIngestProcedure
    .meta(
      post('/operator/clients/{id}/ingest/scans', 'Ingest a scan for a client', {
        description: 'Stores a complete scan of the client as `POST /ingest/scans` does, also while it is suspended.',
        returns: 'The id of the stored scan, and the kept fields.',
        status: 201,
        orStatus: 200,
      }),
    )
    .input(Scan.extend(client))
    .use(addressedClient)
    .output(ScanReceipt)
    .mutation(({ ctx, input }) => storeScan(ctx, input)),

  records: operatorIngestProcedure
    .meta(
      post('/operator/clients/{id}/ingest/records', 'Ingest records for a client', {
        rows: 'records',
        description:
          'Stores up to 1,000 records of the client as `POST /ingest/records` does, also while it is suspended.',
        returns: 'The receipt of the batch.',
      }),
    )
    .input(RecordBatch.extend(client))
    .use(addressedClient)
    .output(IngestReceipt)
    .mutation(({ ctx, input }) => storeBatch(ctx, input)),
};
