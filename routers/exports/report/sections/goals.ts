import { bar } from '../charts.ts';
import { truncate } from '../formatting.ts';
import { html } from '../html.ts';
import type { ReportData } from '../report-data.ts';
import { userText } from '../user-text.ts';
import type { Wording } from '../wording/english.ts';
import { omitted, section, UNBROKEN_ROWS } from './section.ts';

const TITLE = 100;
const UNIT = 20;

type Goal = ReportData['goals'][number];

const standing = ({ status, is_overdue }: Goal, words: Wording['texts']['goals']) =>
  is_overdue
    ? html`<span class="tag bad">${words.overdue}</span>`
    : html`<span class="tag ${status === 'completed' && 'good'}">${words.status[status]}</span>`;

/** Goals and their progress. */
export function goalsSection({ goals, goalsSummary }: Pick<ReportData, 'goals' | 'goalsSummary'>, wording: Wording) {
  if (goals.length === 0) return undefined;
  const { formatAmount, formatDay, formatScore, percentSign, texts } = wording;
  const { heads, ...words } = texts.goals;
  return section(
    words.eyebrow,
    words.title,
    html`${words.lead(goalsSummary)}`,
    html`<table class="${goals.length <= UNBROKEN_ROWS && 'keep'}"><thead><tr><th>${heads.goal}</th><th style="width:24mm">${heads.status}</th><th class="w-s">${heads.deadline}</th><th style="width:30mm">${heads.progress}</th><th class="n w-n"></th></tr></thead><tbody>
      ${goals.map(
        (goal) => html`<tr><td>${userText(truncate(goal.title, TITLE))}<div class="sub">${words.amounts(
          formatAmount(goal.current_value, truncate(goal.unit, UNIT)),
          formatAmount(goal.target_value, truncate(goal.unit, UNIT)),
        )}</div></td>
        <td>${standing(goal, texts.goals)}</td><td>${goal.deadline ? formatDay(goal.deadline) : html`<span class="muted">–</span>`}</td>
        <td>${bar(goal.progress_percent, { kind: goal.is_overdue ? 'late' : 'own' })}</td><td class="n">${formatScore(goal.progress_percent)}${percentSign}</td></tr>`,
      )}
    </tbody></table>`,
    omitted(wording, goalsSummary.total - goals.length, 'goals'),
  );
}
