import { type SQL, sql } from 'drizzle-orm';
import { tenantQuery } from '../../db/prepared.ts';
import { actionItems, priority as priorityEnum } from '../../db/schema/index.ts';
import { KEY, oneOf } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { placedDayStart } from '../values/days.ts';
import { NOBODY } from '../values/shapes.ts';
import { actionItemIsOverdue, isActionItemClosed } from './figures/action-items.ts';

const { clientId, id, priority, status, dueDate, completedAt } = actionItems;

interface Shown {
  id: string;
  status: (typeof actionItems.$inferSelect)['status'];
  is_overdue: boolean;
  priority: string;
  due_date: string | null;
  completed_at: Date | null;
}

const urgent = keyset(
  'action-items',
  'asc',
  [sql`(not ${actionItemIsOverdue})`, KEY.flag],
  [priority, oneOf(priorityEnum)],
  [sql`coalesce(${dueDate}, 'infinity')`, KEY.day],
  [id, KEY.id],
);

const isClosed = sql`(${status} in ('done', 'dismissed'))`;
/** What orders open items alone: the same value for all others. */
const whileOpen = (by: SQL, else_: SQL) => sql`(case when ${isClosed} then ${else_} else ${by} end)`;

// Of those without a time of completion, the dismissed, none is before another.
const openFirst = keyset(
  'action-items-open-first',
  'asc',
  [isClosed, KEY.flag],
  [sql`(not ${actionItemIsOverdue})`, KEY.flag],
  [whileOpen(sql`${priority}`, sql`'low'`), oneOf(priorityEnum)],
  [whileOpen(sql`coalesce(${dueDate}, 'infinity')`, sql`'infinity'`), KEY.day],
  [sql`(case when ${isClosed} then coalesce(-extract(epoch from ${completedAt})::float8, 0) else 0 end)`, KEY.number],
  [id, KEY.id],
);

const listIn = (order: typeof urgent) =>
  tenantQuery((db) =>
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

const dueOf = ({ due_date }: Shown) => due_date ?? 'infinity';

/** The orders of the list: `first` is a key before all rows. */
export const ACTION_ITEM_ORDERS = {
  urgency: {
    list: listIn(urgent),
    order: urgent,
    first: [false, 'high', '1000-01-01', NOBODY],
    keyOf: (item: Shown) => [!item.is_overdue, item.priority, dueOf(item), item.id],
  },
  open_first: {
    list: listIn(openFirst),
    order: openFirst,
    first: [false, false, 'high', '1000-01-01', Number.MIN_SAFE_INTEGER, NOBODY],
    keyOf: (item: Shown) =>
      isActionItemClosed(item)
        ? [true, true, 'low', 'infinity', item.completed_at ? -item.completed_at.getTime() / 1000 : 0, item.id]
        : [false, !item.is_overdue, item.priority, dueOf(item), 0, item.id],
  },
} as const;
