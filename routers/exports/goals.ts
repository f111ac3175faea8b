import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { goalStatus } from '../../db/schema/index.ts';
import { PAGED, setNext } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { readGoals } from '../dashboard/public.ts';
import { todayIn } from '../days.ts';
import { noteUse } from '../note-use.ts';
import { paging } from '../shapes.ts';

const { get } = rest('Exports', { support: 'never' });

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

// Spreadsheets run text that begins like this as a formula; numbers such as -5 stay numbers (OWASP, CSV injection).
const asText = (cell: string) => (/^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell);

const Filter = z.object({
  status: z.enum(goalStatus.enumValues).describe('Only goals of this status.').optional(),
  ...paging(5000, 5000),
});

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
      const { rows, next } = await readGoals(db, tenant, input);
      setNext(ctx, input, next);
      const today = todayIn(tenant.timezone);
      await noteUse(ctx, 'goals_exported');
      reply.header('Content-Disposition', `attachment; filename="goals-${today}.csv"`);
      return stringify(rows, {
        header: true,
        columns: [...COLUMNS],
        record_delimiter: '\r\n',
        // An unquoted line break would begin a new row, whose first cell escapes the check above.
        quoted_match: /[\r\n]/,
        cast: { string: asText, boolean: String },
      });
    }),
};
