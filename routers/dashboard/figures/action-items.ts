import { sql } from 'drizzle-orm';
import { actionItems } from '../../../db/schema/index.ts';

type ActionItem = typeof actionItems.$inferSelect;

const isOpen = ({ status }: Pick<ActionItem, 'status'>) => status === 'open' || status === 'in_progress';

/** Whether an item is done or dismissed. */
export const isActionItemClosed = (item: Pick<ActionItem, 'status'>) => !isOpen(item);

/** Whether an open item's due date has passed. `today` is in the client's time zone. */
export const isActionItemOverdue = (item: Pick<ActionItem, 'status' | 'dueDate'>, today: string) =>
  isOpen(item) && item.dueDate !== null && item.dueDate < today;

/** The same in SQL, for sorting; needs the placeholder `today`. */
export const actionItemIsOverdue = sql`(${actionItems.status} in ('open', 'in_progress')
  and ${actionItems.dueDate} is not null and ${actionItems.dueDate} < ${sql.placeholder('today')}::date)`;

/** An item, or a group of `count` equal ones. */
type Counted = Pick<ActionItem, 'status' | 'dueDate'> & { count?: number };

/** The number of open items and of overdue ones. */
export function actionItemsSummary(all: Counted[], today: string) {
  const count = (matches: (item: Counted) => boolean) =>
    all.filter(matches).reduce((sum, { count = 1 }) => sum + count, 0);
  return { open: count(isOpen), overdue: count((item) => isActionItemOverdue(item, today)) };
}
