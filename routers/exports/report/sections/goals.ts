import { bar } from '../charts.ts';
import type { ReportFacts } from '../facts.ts';
import { html } from '../html.ts';
import { amount, clip, counted, dayInWords, number, score, sentenceCase } from '../words.ts';
import { more, SHORT, said, section } from './section.ts';

const TITLE = 100;
const UNIT = 20;

type Goal = ReportFacts['goals'][number];

const standing = ({ status, is_overdue }: Goal) =>
  is_overdue
    ? html`<span class="tag bad">Overdue</span>`
    : html`<span class="tag ${status === 'completed' && 'good'}">${sentenceCase(status)}</span>`;

/** What the organization wants to reach, and how far it has come. */
export function goalsSection({ goals, goalsSummary: { total, completed, inProgress, overdue } }: ReportFacts) {
  if (goals.length === 0) return undefined;
  return section(
    'Goals',
    'Goals and progress',
    html`Of ${counted(total, 'goal')}, ${number(completed)} ${completed === 1 ? 'is' : 'are'} reached, ${number(inProgress)} in
    progress and ${number(overdue)} overdue.`,
    html`<table class="${goals.length <= SHORT && 'keep'}"><thead><tr><th>Goal</th><th style="width:24mm">Status</th><th class="w-s">By</th><th style="width:30mm">Progress</th><th class="n w-n"></th></tr></thead><tbody>
      ${goals.map(
        (
          goal,
        ) => html`<tr><td>${said(clip(goal.title, TITLE))}<div class="sub">${said(amount(goal.current_value, clip(goal.unit, UNIT)))} now,
        ${said(amount(goal.target_value, clip(goal.unit, UNIT)))} wanted</div></td>
        <td>${standing(goal)}</td><td>${goal.deadline ? dayInWords(goal.deadline) : html`<span class="muted">–</span>`}</td>
        <td>${bar(goal.progress_percent, { kind: goal.is_overdue ? 'late' : 'own' })}</td><td class="n">${score(goal.progress_percent)}%</td></tr>`,
      )}
    </tbody></table>`,
    more(total - goals.length, 'goals'),
  );
}
