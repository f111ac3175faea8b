import { sql } from 'drizzle-orm';
import { actionItems } from '../../../db/schema/index.ts';

type ActionItem = typeof actionItems.$inferSelect;

const isOpen = ({ status }: Pick<ActionItem, 'status'>) => status === 'open' || status === 'in_progress';

/** Whether an item's last day is over, and there is still something to do. `today` is the client's own day. */
export const isActionItemOverdue = (item: Pick<ActionItem, 'status' | 'dueDate'>, today: string) =>
  isOpen(item) && item.dueDate !== null && item.dueDate < today;

/** The same for the database to sort by; wants `today`. */
export const actionItemIsOverdue = sql`(${actionItems.status} in ('open', 'in_progress')
  and ${actionItems.dueDate} is not null and ${actionItems.dueDate} < ${sql.placeholder('today')}::date)`;

/** Items, or how many there are of a kind. */
type Counted = Pick<ActionItem, 'status' | 'dueDate'> & { count?: number };

/** How many items are to be done, begun or not, and how many of them should have been. */
export function actionItemsSummary(all: Counted[], today: string) {
  const count = (of: (item: Counted) => boolean) => all.filter(of).reduce((sum, { count = 1 }) => sum + count, 0);
  return { open: count(isOpen), overdue: count((item) => isActionItemOverdue(item, today)) };
}
