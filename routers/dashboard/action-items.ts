import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { tenantQuery } from '../../db/prepared.ts';
import { actionItemSource, actionItemStatus, actionItems, priority as priorityEnum } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { KEY, oneOf } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import type { HandlerDeps } from '../../server/trpc/context.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { placedDayStart, todayIn } from '../values/days.ts';
import { loadPeople, Person } from '../values/people.ts';
import { Day, NOBODY, paging, Timestamp } from '../values/shapes.ts';
import { aboutOf, TASK_SUBJECTS } from './about.ts';
import { actionItemIsOverdue, isActionItemOverdue } from './figures/action-items.ts';

const { get } = rest('Dashboard');

const Status = z.enum(actionItemStatus.enumValues);

export const ActionItem = z
  .object({
    id: z.uuid().meta({ description: 'Id of the action item.', example: '9a1b3c5d-7e9f-4b2d-8c4e-6f8a0b2d4c6e' }),
    title: z.string().meta({ description: 'Title.', example: 'Correct the phone number on Yelp' }),
    description: z.string().nullable().meta({
      description: 'Details; null if there are none.',
      example: 'Yelp shows the number of the old front desk.',
    }),
    category: z.string().meta({ description: 'Category.', example: 'local' }),
    priority: z.enum(['high', 'medium', 'low']).describe('Priority.'),
    status: Status.describe('Status.'),
    due_date: z.iso.date().nullable().meta({ description: 'Due date; null if there is none.', example: '2026-02-27' }),
    is_overdue: z.boolean().describe('Whether the due date has passed and the item is open or in progress.'),
    source: z.enum(actionItemSource.enumValues).describe('Origin of the item.'),
    about: z
      .enum(TASK_SUBJECTS)
      .nullable()
      .describe('What it is about, and so where it can be looked at; null where its origin does not say that.'),
    is_deletable: z.boolean().describe('Whether the item was created in the portal, and can be deleted.'),
    created_at: Timestamp.describe('Time of creation.'),
    completed_at: Timestamp.nullable().describe('Time of completion; null if not completed.'),
    assignee: Person.describe('The assigned member; null for none, and for someone who is no longer a member.'),
  })
  .meta({ id: 'ActionItem', description: 'A task of the organization.' });

const ActionItemFilter = z.object({
  status: Status.describe('Only items of this status.').optional(),
  doneSince: Day.meta({
    description: 'Only items that were done on this day or later, in the organization’s time zone.',
    example: '2026-02-01',
  }).optional(),
  ...paging(200, 500),
  offset: z.number().int().min(0).max(1_000_000).default(0).describe('Number of items to skip.'),
});

const { clientId, id, priority, status, dueDate, completedAt } = actionItems;

const order = keyset(
  'action-items',
  'asc',
  [sql`(not ${actionItemIsOverdue})`, KEY.flag],
  [priority, oneOf(priorityEnum)],
  [sql`coalesce(${dueDate}, 'infinity')`, KEY.day],
  [id, KEY.id],
);
const FIRST = [false, 'high', '1000-01-01', NOBODY];

const itemList = tenantQuery((db) =>
  db
    .select()
    .from(actionItems)
    .where(
      sql`${clientId} = ${sql.placeholder('clientId')}
          and (${sql.placeholder('status')}::text is null or ${status}::text = ${sql.placeholder('status')})
          and (${sql.placeholder('doneSince')}::date is null
            or (${status} = 'done' and ${completedAt} >= ${placedDayStart('doneSince')}))
          and ${order.afterKey}`,
    )
    .orderBy(...order.orderBy)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
);

type ActionItemRow = typeof actionItems.$inferSelect;

/** Loads the assignees of items; the returned function writes an item as responses show it. */
export async function actionItemWriter(
  ctx: { deps: HandlerDeps; tenant: Tenant },
  rows: Pick<ActionItemRow, 'assigneeId'>[],
) {
  const today = todayIn(ctx.tenant.timezone);
  const { memberOf } = await loadPeople(
    ctx,
    rows.map(({ assigneeId }) => assigneeId),
  );
  return (row: ActionItemRow) => ({
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    priority: row.priority,
    status: row.status,
    due_date: row.dueDate,
    is_overdue: isActionItemOverdue(row, today),
    source: row.source,
    about: aboutOf(row),
    is_deletable: row.createdBy !== null,
    created_at: row.createdAt,
    completed_at: row.completedAt,
    assignee: memberOf(row.assigneeId),
  });
}

export const actionItemProcedures = {
  list: tenantProcedure
    .meta(
      get('/dashboard/action-items', 'List action items', {
        tool: {
          name: 'list_tasks',
          hint: 'The tasks of the organization, which its pages call tasks too.',
          // Those of wrong facts quote the answers of assistants.
          untrusted: ['data.title', 'data.description'],
        },
        versioned: true,
        description: 'Overdue items first, then by priority and due date.',
        returns: 'The action items, overdue ones first.',
        ...PAGED,
      }),
    )
    .input(ActionItemFilter)
    .output(z.array(ActionItem))
    .query(async ({ ctx, input }) => {
      const { db, tenant } = ctx;
      const { status = null, doneSince = null, limit, offset, after } = input;
      const today = todayIn(tenant.timezone);
      const filter = { status, doneSince, timezone: tenant.timezone };
      const range = { limit: limit + 1, offset, ...order.from(after, FIRST) };
      const rows = await itemList(db).execute({ clientId: tenant.clientId, today, ...filter, ...range });
      const items = rows.map(await actionItemWriter(ctx, rows));
      return endPage(ctx, input, items, ({ is_overdue, priority, due_date, id }) =>
        order.cursorOf([!is_overdue, priority, due_date ?? 'infinity', id]),
      );
    }),
};
