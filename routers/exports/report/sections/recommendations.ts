import type { ReportFacts } from '../facts.ts';
import { html } from '../html.ts';
import { clip, counted, sentenceCase, signed } from '../words.ts';
import { said, section } from './section.ts';

const TITLE = 140;
const TEXT = 420;
const CATEGORY = 60;
/** Fewer follow upon what is before them: a page should not be left nearly empty. */
const PAGE_OF_THEIR_OWN = 4;

/** What to do next, the most pressing first. */
export function recommendationsSection({ scan: { recommendations } }: ReportFacts) {
  if (recommendations.length === 0) return undefined;
  const own = recommendations.length >= PAGE_OF_THEIR_OWN;
  return html`<div class="${own && 'fresh'}">${section(
    'Next steps',
    'Recommendations',
    html`${counted(recommendations.length, 'step')}, in the order in which they matter.`,
    ...recommendations.map(
      (
        { title, description, impact, effort, category, estimatedScoreLift },
        index,
      ) => html`<div class="card"><div class="rank">${index + 1}</div>
      <div class="title">${said(clip(title, TITLE))}</div><p>${said(clip(description, TEXT))}</p>
      <div class="tags"><span class="tag ${impact === 'high' && 'good'}">${sentenceCase(impact)} impact</span><span class="tag">${sentenceCase(effort)} effort</span>
      <span class="tag">${said(clip(sentenceCase(category), CATEGORY))}</span>
      ${estimatedScoreLift !== null && html`<span class="tag">${signed(estimatedScoreLift)} points expected</span>`}</div></div>`,
    ),
  )}</div>`;
}
