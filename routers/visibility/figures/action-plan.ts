import type { Phase, PlannedItem } from '../../../db/schema/scan-parts.ts';
import { stableId } from '../../records/stable-id.ts';
import { percent } from '../../values/rounding.ts';
import type { LatestScan } from '../latest-scan.ts';

/** Progress over all items except skipped ones. */
function progressOf(items: PlannedItem[]) {
  const total = items.filter(({ status }) => status !== 'skipped').length;
  const completed = items.filter(({ status }) => status === 'done').length;
  return { completed, total, percent: total === 0 ? null : percent(completed, total) };
}

/** The status of a phase: that of its items if they agree, else `in_progress`. Skipped items count only if all are. */
function statusOf(items: PlannedItem[]): PlannedItem['status'] {
  const statuses = new Set(items.map(({ status }) => status));
  if (statuses.size === 1 && statuses.has('skipped')) return 'skipped';
  statuses.delete('skipped');
  const [only] = statuses;
  return statuses.size > 1 ? 'in_progress' : (only ?? 'todo');
}

const itemOf = (clientId: string, { externalId, dueDate = null, completedAt, ...item }: PlannedItem) => ({
  id: stableId(clientId, 'planned-item', externalId),
  ...item,
  dueDate,
  completedAt: completedAt ? new Date(completedAt) : null,
});

const phaseOf = (clientId: string, { phase, key, title, items }: Phase) => ({
  phase,
  key,
  title,
  status: statusOf(items),
  progressPercent: progressOf(items).percent,
  items: items.map((item) => itemOf(clientId, item)),
});

/** The phases of the latest scan's plan in order, and the overall progress. */
export function actionPlan(clientId: string, scan: LatestScan<'actionPlan'> | undefined) {
  const phases = (scan?.parts.actionPlan?.phases ?? []).toSorted((one, other) => one.phase - other.phase);
  return {
    phases: phases.map((phase) => phaseOf(clientId, phase)),
    progress: progressOf(phases.flatMap(({ items }) => items)),
  };
}
