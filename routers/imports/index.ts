import type { z } from 'zod';
import { invalid } from '../../server/errors.ts';
import { BODY_BYTES } from '../../server/limits/sizes.ts';
import { adminOnly, importProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { countingBytes, DAY_BYTES, RECORD_TYPES, storeBatch } from '../ingest/public.ts';
import { fieldsOf, matchColumns, readMap } from './columns.ts';
import { type ImportRow, readImport, tableOf } from './read-rows.ts';
import { Import, ImportReceipt } from './shapes.ts';

const { post } = rest('Imports', { bodyBytes: BODY_BYTES.ingest, weight: 'heavy' });

/** Records of one transaction, and rejections that are listed. */
const AT_ONCE = 1000;
const LISTED = 100;

type Stored = Awaited<ReturnType<typeof storeBatch>>;
type Context = Parameters<typeof storeBatch>[0];

/** Stores rows in parts, each in a transaction of its own, and counts what became of them. */
async function storeAll(ctx: Context, rows: AsyncGenerator<ImportRow>, dryRun: boolean) {
  const counts = { accepted: 0, updated: 0, unchanged: 0, rejectedCount: 0, kept: 0 };
  const rejected: z.infer<typeof ImportReceipt>['rejected'] = [];
  let part: (ImportRow & { index: number })[] = [];
  let index = 0;
  const reject = (row: { index: number; line: number }, externalId: string | null, error: string) => {
    counts.rejectedCount++;
    if (rejected.length < LISTED) rejected.push({ index: row.index, line: row.line, externalId, error });
  };
  const flush = async () => {
    const taken = part.filter(({ error }) => error === undefined);
    const found: Pick<Stored, 'rejected'>['rejected'] = [];
    if (taken.length > 0) {
      const stored = await storeBatch(ctx, { records: taken.map(({ record }) => record), dryRun });
      counts.accepted += stored.accepted;
      counts.updated += stored.updated;
      counts.unchanged += stored.unchanged;
      counts.kept += stored.kept.length;
      found.push(...stored.rejected);
    }
    const reasons = new Map(found.map((one) => [taken[one.index]?.index, one]));
    for (const row of part) {
      const refused = reasons.get(row.index);
      if (row.error !== undefined) reject(row, null, row.error);
      else if (refused) reject(row, refused.externalId, refused.error);
    }
    part = [];
  };
  for await (const row of rows) if (part.push({ ...row, index: index++ }) === AT_ONCE) await flush();
  await flush();
  return { ...counts, rejected };
}

export const importProcedures = {
  imports: importProcedure
    .meta(
      post('/imports', 'Import a file', {
        file: 'file',
        description: `Takes in records of one type from a CSV, NDJSON or JSON file of up to 4 MiB, 100,000 rows and 500 columns with names of at most 200 characters, as it is in the body or as \`file\` of a JSON body. Cells are separated by \`,\`, \`;\`, tab or \`|\`; with \`;\` numbers may have a decimal comma. Columns are matched by name, and by \`map\`; rows without an \`externalId\` get one made of their key, so that the same row of a later file updates it. Exports of Google Analytics, Search Console, Google reviews and Plausible are read as they are. Valid rows are stored, others rejected with a reason; \`?dryRun=1\` answers the same and stores nothing. ${DAY_BYTES} For administrators.`,
        returns: 'What became of the rows, and how the columns were matched.',
      }),
    )
    .input(Import)
    .use(adminOnly)
    .output(ImportReceipt)
    .mutation(({ ctx, input: { type, dryRun, map, file } }) =>
      countingBytes(ctx, async () => {
        const recordType = RECORD_TYPES.get(type);
        if (!recordType) throw invalid('type', 'must be a type of records');
        const fields = fieldsOf(recordType);
        const names = [...fields.keys()];
        const chosen = readMap(map, names);
        const table = await tableOf(ctx.request, file);
        const match = (headers: readonly string[]) => matchColumns(headers, { type, fields: names, map: chosen });
        const { columns, headerLine, tool, records } = await readImport({ table, type, fields, match });
        const outcome = await storeAll(ctx, records(), dryRun);
        return {
          ok: true as const,
          delimiter: table.delimiter,
          recognized: tool,
          headerLine,
          columns,
          fields: names,
          ...outcome,
        };
      }),
    ),
};
