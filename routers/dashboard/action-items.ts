import { asc, sql } from 'drizzle-orm';
import { z } from 'zod';
import { tenantQuery } from '../../db/prepared.ts';
import { actionItemSource, actionItemStatus, actionItems } from '../../db/schema/index.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { todayIn } from '../days.ts';
import { Timestamp } from '../shapes.ts';
import { actionItemIsOverdue, isActionItemOverdue } from './figures/action-items.ts';

const { get } = rest('Dashboard');

const Status = z.enum(actionItemStatus.enumValues);

const ActionItem = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string().nullable(),
  category: z.string(),
  priority: z.enum(['high', 'medium', 'low']),
  status: Status,
  due_date: z.iso.date().nullable(),
  is_overdue: z.boolean(),
  source: z.enum(actionItemSource.enumValues),
  created_at: Timestamp,
  completed_at: Timestamp.nullable(),
});

const Asked = z.object({
  status: Status.optional(),
  limit: z.number().int().min(1).max(500).default(200),
  offset: z.number().int().min(0).max(1_000_000).default(0),
});

const { clientId, id, title, description, category, priority, status, dueDate, source, createdAt, completedAt } =
  actionItems;

const itemList = tenantQuery((db) =>
  db
    .select({
      id,
      title,
      description,
      category,
      priority,
      status,
      due_date: dueDate,
      source,
      created_at: createdAt,
      completed_at: completedAt,
    })
    .from(actionItems)
    .where(
      sql`${clientId} = ${sql.placeholder('clientId')}
          and (${sql.placeholder('status')}::text is null or ${status}::text = ${sql.placeholder('status')})`,
    )
    .orderBy(sql`${actionItemIsOverdue} desc`, asc(priority), sql`${dueDate} asc nulls last`, asc(id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
);

export const actionItemProcedures = {
  actionItems: tenantProcedure
    .meta(get('/dashboard/action-items', 'Tasks: overdue ones first, then by priority and due date'))
    .input(Asked)
    .output(z.array(ActionItem))
    .query(async ({ ctx: { db, tenant }, input: { status, ...page } }) => {
      const today = todayIn(tenant.timezone);
      const items = await itemList(db).execute({ clientId: tenant.clientId, today, status: status ?? null, ...page });
      return items.map((item) => ({
        ...item,
        is_overdue: isActionItemOverdue({ status: item.status, dueDate: item.due_date }, today),
      }));
    }),
};
