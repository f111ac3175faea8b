import { z } from 'zod';
import { BODY_BYTES } from '../../server/limits/sizes.ts';
import { RECORD_TYPES } from '../ingest/public.ts';
import { Success } from '../values/shapes.ts';
import { KNOWN_EXPORTS } from './known-exports.ts';

const [first = '', ...others] = RECORD_TYPES.keys();

export const Import = z.object({
  type: z.enum([first, ...others]).meta({ description: 'Type of the records.', example: 'search_daily' }),
  dryRun: z.boolean().default(false).describe('Whether to validate only: nothing is stored.'),
  map: z.string().max(20_000).optional().meta({
    description:
      'The fields of columns that are not matched by name, as a JSON object; null for a column to leave out.',
    example: '{"Klicks": "clicks", "Note": null}',
  }),
  file: z.string().max(BODY_BYTES.ingest).meta({
    description: 'Text of the file.',
    example: 'date,clicks,impressions,position\n2026-02-15,41,1830,7.4\n',
  }),
});

const count = (description: string, example: number) => z.int().min(0).meta({ description, example });

const RejectedRow = z.object({
  index: count('Position among the rows of the file, from 0.', 3),
  line: count('Line of the file that the row ends at, from 1.', 5),
  externalId: z.string().nullable().meta({
    description: 'Identifier of the row; null when it is none.',
    example: 'import:2026-02-15||',
  }),
  error: z.string().meta({ description: 'Reason for the rejection.', example: 'data.date: Invalid ISO date' }),
});

export const ImportReceipt = z
  .object({
    ok: Success,
    delimiter: z.string().nullable().meta({ description: 'What separates the cells; null for JSON.', example: ';' }),
    recognized: z.enum(KNOWN_EXPORTS).nullable().describe('The tool whose export it is, if that is known.'),
    headerLine: count('Line of the header, from 1; 0 for JSON and empty files.', 1),
    columns: z
      .array(
        z.object({
          column: z.string().meta({ description: 'Name of the column.', example: 'Klicks' }),
          field: z
            .string()
            .nullable()
            .meta({ description: 'The field that it holds; null for none.', example: 'clicks' }),
        }),
      )
      .describe('The columns of the file, in their order.'),
    fields: z
      .array(z.string().meta({ description: 'Name of a field.', example: 'clicks' }))
      .describe('The fields of the type, for `map`; `externalId` besides.'),
    accepted: count('Number of new records.', 12),
    updated: count('Number of changed records.', 3),
    unchanged: count('Number of records stored before with the same values.', 5),
    kept: count('Number of records with fields that people have set: these fields were kept.', 0),
    rejectedCount: count('Number of rejected rows.', 1),
    rejected: z.array(RejectedRow).max(100).describe('The first 100 rejected rows, in their order.'),
  })
  .meta({ id: 'ImportReceipt', description: 'What became of a file; every row counts once.' });
