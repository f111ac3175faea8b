import { truncate } from '../../formatting.ts';
import { html } from '../../html.ts';
import { section, UNBROKEN_ROWS } from '../../sections/section.ts';
import { userText } from '../../user-text.ts';
import type { PeriodData } from '../period-data.ts';
import type { PeriodWording } from '../wording/period-english.ts';

const TITLE = 120;

/** Tasks completed in the period; as of today those that are due next, and what the latest scan recommends. */
export function tasksSection({ tasks, today, organization }: PeriodData, wording: PeriodWording) {
  if (!tasks || tasks.done.total + tasks.due.length + tasks.recommended.length === 0) return undefined;
  const { formatDate, formatDay, formatNumber, words } = wording;
  const { heads, ...texts } = words.tasks;
  const { done, due, recommended } = tasks;
  const asOf = words.asOf(formatDay(today));
  const omitted = done.total - done.tasks.length;
  return section(
    words.sections.tasks,
    texts.title,
    html`${texts.lead(done.total, due.length)}`,
    done.tasks.length > 0 &&
      html`<div class="${done.tasks.length <= UNBROKEN_ROWS && 'keep'}"><h3>${texts.done}</h3><table><thead><tr><th>${heads.task}</th><th class="w-m">${heads.done}</th></tr></thead><tbody>
      ${done.tasks.map(
        ({ title, completedAt }) =>
          html`<tr><td>${userText(truncate(title, TITLE))}</td><td>${completedAt && formatDate(completedAt, organization.timezone, 'short')}</td></tr>`,
      )}</tbody></table></div>`,
    omitted > 0 && html`<p class="note">${texts.more(formatNumber(omitted))}</p>`,
    due.length > 0 &&
      html`<div class="keep"><h3>${texts.next} · ${asOf}</h3><table><thead><tr><th>${heads.task}</th><th class="w-m">${heads.due}</th></tr></thead><tbody>
      ${due.map(
        ({ title, dueDate, isOverdue }) =>
          html`<tr><td>${userText(truncate(title, TITLE))}</td><td>${dueDate && formatDay(dueDate)} ${isOverdue && html`<span class="tag bad">${texts.overdue}</span>`}</td></tr>`,
      )}</tbody></table></div>`,
    recommended.length > 0 &&
      html`<div class="keep not-alone"><h3>${texts.recommended} · ${asOf}</h3><ul class="quoted">${recommended.map(
        ({ title }) => html`<li>${userText(truncate(title, TITLE))}</li>`,
      )}</ul></div>`,
  );
}
