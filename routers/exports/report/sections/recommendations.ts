import { formatChange, humanize, pluralize, truncate } from '../formatting.ts';
import { html } from '../html.ts';
import type { ReportData } from '../report-data.ts';
import { section, userText } from './section.ts';

const TITLE = 140;
const TEXT = 420;
const CATEGORY = 60;
/** From this number on, recommendations start on a new page. */
const NEW_PAGE_FROM = 4;

/** Recommendations, the highest priority first. */
export function recommendationsSection({ scan: { recommendations } }: ReportData) {
  if (recommendations.length === 0) return undefined;
  const own = recommendations.length >= NEW_PAGE_FROM;
  return html`<div class="${own && 'fresh'}">${section(
    'Next steps',
    'Recommendations',
    html`${pluralize(recommendations.length, 'step')}, the most important first.`,
    ...recommendations.map(
      (
        { title, description, impact, effort, category, estimatedScoreLift },
        index,
      ) => html`<div class="card"><div class="rank">${index + 1}</div>
      <div class="title">${userText(truncate(title, TITLE))}</div><p>${userText(truncate(description, TEXT))}</p>
      <div class="tags"><span class="tag ${impact === 'high' && 'good'}">${humanize(impact)} impact</span><span class="tag">${humanize(effort)} effort</span>
      <span class="tag">${userText(truncate(humanize(category), CATEGORY))}</span>
      ${estimatedScoreLift !== null && html`<span class="tag">${formatChange(estimatedScoreLift)} points expected</span>`}</div></div>`,
    ),
  )}</div>`;
}
