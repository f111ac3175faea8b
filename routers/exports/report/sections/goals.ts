import { bar } from '../charts.ts';
import { formatAmount, formatDay, formatNumber, formatScore, humanize, pluralize, truncate } from '../formatting.ts';
import { html } from '../html.ts';
import type { ReportData } from '../report-data.ts';
import { omitted, section, UNBROKEN_ROWS, userText } from './section.ts';

const TITLE = 100;
const UNIT = 20;

type Goal = ReportData['goals'][number];

const standing = ({ status, is_overdue }: Goal) =>
  is_overdue
    ? html`<span class="tag bad">Overdue</span>`
    : html`<span class="tag ${status === 'completed' && 'good'}">${humanize(status)}</span>`;

/** Goals and their progress. */
export function goalsSection({ goals, goalsSummary: { total, completed, inProgress, overdue } }: ReportData) {
  if (goals.length === 0) return undefined;
  return section(
    'Goals',
    'Goals and progress',
    html`Of ${pluralize(total, 'goal')}, ${formatNumber(completed)} ${completed === 1 ? 'is' : 'are'} completed, ${formatNumber(inProgress)} in
    progress and ${formatNumber(overdue)} overdue.`,
    html`<table class="${goals.length <= UNBROKEN_ROWS && 'keep'}"><thead><tr><th>Goal</th><th style="width:24mm">Status</th><th class="w-s">Deadline</th><th style="width:30mm">Progress</th><th class="n w-n"></th></tr></thead><tbody>
      ${goals.map(
        (
          goal,
        ) => html`<tr><td>${userText(truncate(goal.title, TITLE))}<div class="sub">${userText(formatAmount(goal.current_value, truncate(goal.unit, UNIT)))} now,
        ${userText(formatAmount(goal.target_value, truncate(goal.unit, UNIT)))} target</div></td>
        <td>${standing(goal)}</td><td>${goal.deadline ? formatDay(goal.deadline) : html`<span class="muted">–</span>`}</td>
        <td>${bar(goal.progress_percent, { kind: goal.is_overdue ? 'late' : 'own' })}</td><td class="n">${formatScore(goal.progress_percent)}%</td></tr>`,
      )}
    </tbody></table>`,
    omitted(total - goals.length, 'goals'),
  );
}
