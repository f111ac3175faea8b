import { truncate } from '../../formatting.ts';
import { html } from '../../html.ts';
import { meanings, section } from '../../sections/section.ts';
import { userText } from '../../user-text.ts';
import { dayChart } from '../chart.ts';
import type { PeriodData } from '../period-data.ts';
import type { PeriodWording } from '../wording/period-english.ts';
import { countFigure, figures } from './figures.ts';

const ROWS = 10;
const NAME = 80;

/** How often people found the website in search results, and with which words. */
export function searchSection(data: PeriodData, wording: PeriodWording) {
  const { search, notes } = data;
  if (!search) return undefined;
  const { formatNumber, formatScore, percentSign, words } = wording;
  const { heads, figures: labels, ...texts } = words.search;
  const { totals, comparison, series, queries } = search;
  const rate = totals.ctr === null ? formatScore(null) : `${formatScore(totals.ctr)}${percentSign}`;
  return section(
    words.sections.search,
    texts.title,
    html`${texts.lead(totals.clicks, totals.impressions)}`,
    figures(
      [
        countFigure(totals.clicks, labels.clicks, wording, comparison.clicks),
        countFigure(totals.impressions, labels.shown, wording, comparison.impressions),
        { value: rate, label: labels.rate },
        { value: formatScore(totals.position), label: labels.position },
      ],
      wording,
    ),
    html`<div class="keep"><h3>${texts.chart}</h3>
      ${dayChart(data, new Map(series.map(({ date, clicks }) => [date, clicks])), notes, texts.chart, wording)}</div>`,
    queries.length > 0 &&
      html`<div class="keep"><h3>${texts.queries}</h3><table><thead><tr><th>${heads.query}</th><th class="n w-n">${heads.clicks}</th><th class="n w-n">${heads.shown}</th><th class="n w-n">${heads.position}</th></tr></thead><tbody>
      ${queries.slice(0, ROWS).map(
        ({
          query,
          clicks,
          impressions,
          position,
        }) => html`<tr><td>${userText(truncate(query, NAME))}</td><td class="n">${formatNumber(clicks)}</td>
        <td class="n">${formatNumber(impressions)}</td><td class="n">${formatScore(position)}</td></tr>`,
      )}</tbody></table></div>`,
    meanings(wording, [
      [labels.shown.other, 'impressions'],
      [labels.rate, 'ctr'],
      [labels.position, 'position'],
    ]),
  );
}
