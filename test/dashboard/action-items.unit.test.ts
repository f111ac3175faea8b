import { expect, it } from 'vitest';
import { actionItemsSummary, isActionItemOverdue } from '../../routers/dashboard/figures/action-items.ts';

const today = '2026-03-10';

it.each([
  ['open', '2026-03-09', true],
  ['in_progress', '2026-03-09', true],
  ['done', '2026-03-09', false],
  ['dismissed', '2026-03-09', false],
  ['open', '2026-03-10', false],
  ['open', null, false],
] as const)('reports an item with status %s due on %s as overdue: %j', (status, dueDate, overdue) => {
  expect(isActionItemOverdue({ status, dueDate }, today)).toBe(overdue);
});

it('counts items in progress as open, and no done or dismissed items', () => {
  const summary = actionItemsSummary(
    [
      { status: 'open', dueDate: null },
      { status: 'in_progress', dueDate: '2026-03-01', count: 3 },
      { status: 'open', dueDate: '2026-04-01', count: 2 },
      { status: 'done', dueDate: '2026-03-01', count: 5 },
      { status: 'dismissed', dueDate: '2026-03-01' },
    ],
    today,
  );

  expect(summary).toEqual({ open: 6, overdue: 3 });
});
