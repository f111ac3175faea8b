import { humanize, truncate } from '../formatting.ts';
import { html } from '../html.ts';
import type { ReportData } from '../report-data.ts';
import { userText } from '../user-text.ts';
import type { Wording } from '../wording/english.ts';
import { section } from './section.ts';

const TITLE = 140;
const TEXT = 420;
const CATEGORY = 60;
/** From this number on, recommendations start on a new page. */
const NEW_PAGE_FROM = 4;

/** Recommendations, the highest priority first. */
export function recommendationsSection({ scan: { recommendations } }: ReportData, { texts }: Wording) {
  if (recommendations.length === 0) return undefined;
  const words = texts.recommendations;
  const own = recommendations.length >= NEW_PAGE_FROM;
  return html`<div class="${own && 'fresh'}">${section(
    words.eyebrow,
    words.title,
    html`${words.lead(recommendations.length)}`,
    ...recommendations.map(
      (
        { title, description, impact, effort, category, estimatedScoreLift },
        index,
      ) => html`<div class="card"><div class="rank">${index + 1}</div>
      <div class="title">${userText(truncate(title, TITLE))}</div><p>${userText(truncate(description, TEXT))}</p>
      <div class="tags"><span class="tag ${impact === 'high' && 'good'}">${words.impact(impact)}</span><span class="tag">${words.effort(effort)}</span>
      <span class="tag">${userText(truncate(humanize(category), CATEGORY))}</span>
      ${estimatedScoreLift !== null && html`<span class="tag">${words.lift(estimatedScoreLift)}</span>`}</div></div>`,
    ),
  )}</div>`;
}
