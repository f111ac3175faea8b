import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { goalStatus } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { yieldWhenDue } from '../../flow/yield.ts';
import { DATA_BYTES, PAGED, setNext } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { readGoals } from '../dashboard/public.ts';
import { recordUsage } from '../records/record-usage.ts';
import { todayIn } from '../values/days.ts';
import { paging } from '../values/shapes.ts';

const { get } = rest('Exports', { support: 'never', weight: 'heavy' });

const COLUMNS = [
  'goal_id',
  'title',
  'goal_type',
  'category',
  'target_value',
  'current_value',
  'baseline_value',
  'unit',
  'status',
  'priority',
  'progress_percent',
  'is_overdue',
  'deadline',
] as const;

// Spreadsheets run text that begins like this as a formula, after what they trim or do not show; numbers such as -5
// stay numbers (OWASP, CSV injection).
const FORMULA = /^(?:[\s\p{Z}\p{C}]*[=+\-@＝＋－＠]|[\t\r])/u;
const asText = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell);

const toCsv = (rows: object[], header: boolean) =>
  stringify(rows, {
    header,
    columns: [...COLUMNS],
    record_delimiter: '\r\n',
    // An unquoted line break would begin a new row, whose first cell escapes the check above.
    quoted_match: /[\r\n]/,
    cast: { string: asText, boolean: String },
  });

const Filter = z.object({
  status: z.enum(goalStatus.enumValues).describe('Only goals of this status.').optional(),
  bom: z
    .boolean()
    .default(false)
    .describe('Whether the file begins with a byte order mark, without which Excel takes UTF-8 for another encoding.'),
  ...paging(5000, 5000),
});

/** Goals of one statement and of one turn of the event loop: all 5,000 would take a fifth of a second. */
const GOALS_AT_ONCE = 500;

/** The goals as CSV up to `limit` or the size of a response, and the cursor of the next ones. @throws INVALID_CURSOR */
async function csvOf(db: TenantDb, tenant: Tenant, { status, bom, limit, after }: z.output<typeof Filter>) {
  let csv = bom ? '\ufeff' : '';
  let next = after;
  for (let left = limit; left > 0; left -= GOALS_AT_ONCE) {
    await yieldWhenDue();
    const page = await readGoals(db, tenant, { status, limit: Math.min(left, GOALS_AT_ONCE), after: next });
    const lines = toCsv(page.rows, left === limit);
    if (left < limit && Buffer.byteLength(csv) + Buffer.byteLength(lines) > DATA_BYTES) break;
    csv += lines;
    next = page.next;
    if (next === undefined) break;
  }
  return { csv, next };
}

export const goalExportProcedures = {
  goals: tenantProcedure
    .meta(
      get('/exports/goals', 'Export goals as CSV', {
        versioned: true,
        description:
          'CSV by RFC 4180 with a header row. Cancelled goals are included only with `status=cancelled`. Text that a spreadsheet would run as a formula gets an apostrophe in front.',
        returns: 'The goals, one per row, in the order of `GET /dashboard/goals`.',
        produces: 'text/csv; charset=utf-8',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(z.string())
    .query(async ({ ctx, input }) => {
      const { db, tenant, reply } = ctx;
      const { csv, next } = await csvOf(db, tenant, input);
      setNext(ctx, input, next);
      const today = todayIn(tenant.timezone);
      await recordUsage(ctx, 'goals_exported');
      reply.header('Content-Disposition', `attachment; filename="goals-${today}.csv"`);
      return csv;
    }),
};
