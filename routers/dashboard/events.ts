import { toSnakeCase } from 'drizzle-orm/casing';
import { actionItems, goals } from '../../db/schema/index.ts';
import { recordEvents } from '../records/record-events.ts';
import type { ClientEvent } from '../webhooks/public.ts';

type Goal = Pick<typeof goals.$inferSelect, 'id' | 'status' | 'currentValue' | 'targetValue' | 'deadline'>;
type Item = Pick<typeof actionItems.$inferSelect, 'id' | 'status' | 'priority' | 'dueDate'>;

const aboutGoal =
  (type: 'goal.completed' | 'goal.overdue') =>
  ({ id: goalId, status, currentValue, targetValue, deadline }: Goal): ClientEvent => ({
    type,
    subject: goalId,
    data: { goalId, status, currentValue, targetValue, deadline },
  });

/** The event of a goal that has been completed. */
export const goalCompleted = aboutGoal('goal.completed');

/** The event of a goal whose deadline has passed. */
export const goalOverdue = aboutGoal('goal.overdue');

/** The event of an action item whose fields have changed. */
export const actionItemUpdated = (
  { id: actionItemId, status, priority, dueDate }: Item,
  changed: string[],
): ClientEvent => ({
  type: 'action_item.updated',
  subject: actionItemId,
  data: { actionItemId, status, priority, dueDate, changed },
});

/** The events of goals that a pipeline sends. */
export const goalRecordEvents = recordEvents(
  goals,
  ['id', 'status', 'currentValue', 'targetValue', 'deadline'],
  (now, before) => (now.status === 'completed' && before?.status !== 'completed' ? [goalCompleted(now)] : []),
);

/** The events of action items that a pipeline sends. */
export const actionItemRecordEvents = recordEvents(
  actionItems,
  ['id', 'title', 'category', 'status', 'priority', 'dueDate'],
  (now, before, changed) => (before && changed.length > 0 ? [actionItemUpdated(now, changed.map(toSnakeCase))] : []),
);
