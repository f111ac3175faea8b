import { z } from 'zod';
import { actionItemSource, actionItemStatus, type actionItems } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import type { HandlerDeps } from '../../server/trpc/context.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { todayIn } from '../values/days.ts';
import { loadPeople, Person } from '../values/people.ts';
import { Day, paging, Timestamp } from '../values/shapes.ts';
import { aboutOf, TASK_SUBJECTS } from './about.ts';
import { ACTION_ITEM_ORDERS } from './action-item-order.ts';
import { isActionItemOverdue } from './figures/action-items.ts';

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
  sort: z
    .enum(['urgency', 'open_first'])
    .default('urgency')
    .describe(
      '`urgency`: overdue items first, then by priority and due date, whatever their status. `open_first`: so the open ones and those in progress, then those done, by completion, the latest first.',
    ),
  ...paging(200, 500),
  offset: z.number().int().min(0).max(1_000_000).default(0).describe('Number of items to skip.'),
});

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
        description: 'Overdue items first, then by priority and due date; or with those done at the end.',
        returns: 'The action items, overdue ones first.',
        ...PAGED,
      }),
    )
    .input(ActionItemFilter)
    .output(z.array(ActionItem))
    .query(async ({ ctx, input }) => {
      const { db, tenant } = ctx;
      const { status = null, doneSince = null, sort, limit, offset, after } = input;
      const { list, order, first, keyOf } = ACTION_ITEM_ORDERS[sort];
      const today = todayIn(tenant.timezone);
      const filter = { status, doneSince, timezone: tenant.timezone };
      const range = { limit: limit + 1, offset, ...order.from(after, first) };
      const rows = await list(db).execute({ clientId: tenant.clientId, today, ...filter, ...range });
      const items = rows.map(await actionItemWriter(ctx, rows));
      return endPage(ctx, input, items, (item) => order.cursorOf(keyOf(item)));
    }),
};
