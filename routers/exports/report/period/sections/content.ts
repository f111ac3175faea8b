import { truncate } from '../../formatting.ts';
import { html } from '../../html.ts';
import { section, UNBROKEN_ROWS } from '../../sections/section.ts';
import { userText } from '../../user-text.ts';
import type { PeriodData } from '../period-data.ts';
import type { PeriodWording } from '../wording/period-english.ts';
import { countFigure, figures } from './figures.ts';

const TITLE = 120;

/** Pages that were published, and how all pages were read. */
export function contentSection({ content, organization }: PeriodData, wording: PeriodWording) {
  if (!content || content.published.total + content.performance.views + content.before.views === 0) return undefined;
  const { formatDate, formatNumber, formatScore, percentSign, words } = wording;
  const { heads, figures: labels, ...texts } = words.content;
  const { published, performance, before } = content;
  const { views, engagementRate, avgTimeOnPageSeconds, conversions } = performance;
  const omitted = published.total - published.pages.length;
  return section(
    words.sections.content,
    texts.title,
    html`${texts.lead(published.total)}`,
    views + before.views > 0 &&
      figures(
        [
          countFigure(views, labels.views, wording, before.views),
          {
            value: engagementRate === null ? formatScore(null) : `${formatScore(engagementRate)}${percentSign}`,
            label: labels.engagement,
          },
          { value: formatScore(avgTimeOnPageSeconds), label: labels.time },
          countFigure(conversions, labels.conversions, wording, before.conversions),
        ],
        wording,
      ),
    published.pages.length > 0 &&
      html`<table class="${published.pages.length <= UNBROKEN_ROWS && 'keep'}" style="margin-top:5mm"><thead><tr><th>${heads.page}</th><th class="w-m">${heads.published}</th></tr></thead><tbody>
      ${published.pages.map(
        ({ title, publishedAt }) =>
          html`<tr><td>${userText(truncate(title, TITLE))}</td><td>${publishedAt && formatDate(publishedAt, organization.timezone, 'short')}</td></tr>`,
      )}</tbody></table>`,
    omitted > 0 && html`<p class="note">${words.tasks.more(formatNumber(omitted))}</p>`,
  );
}
