import { bar } from '../../charts.ts';
import { truncate } from '../../formatting.ts';
import { html } from '../../html.ts';
import { meanings, section } from '../../sections/section.ts';
import { userText } from '../../user-text.ts';
import { dayChart } from '../chart.ts';
import type { PeriodData } from '../period-data.ts';
import type { PeriodWording } from '../wording/period-english.ts';
import { chartNotes, countFigure, figures } from './figures.ts';

const ROWS = 8;
const NAME = 80;

/** Visits and leads, day by day, and where they came from. */
export function websiteSection(data: PeriodData, wording: PeriodWording) {
  const { website, notes } = data;
  if (!website) return undefined;
  const { formatNumber, formatScore, percentSign, words } = wording;
  const { heads, figures: labels, ...texts } = words.website;
  const { totals, comparison, usersBasis, series, channels, topPages } = website;
  return section(
    words.sections.website,
    texts.title,
    html`${texts.lead(totals.sessions, totals.conversions)}`,
    figures(
      [
        countFigure(totals.sessions, labels.visits, wording, comparison.sessions),
        countFigure(
          totals.users,
          usersBasis === 'period' ? labels.visitors : labels.visitorDays,
          wording,
          comparison.users,
        ),
        countFigure(totals.pageviews, labels.pageviews, wording, comparison.pageviews),
        countFigure(totals.conversions, labels.leads, wording, comparison.conversions),
      ],
      wording,
    ),
    html`<div class="keep"><h3>${texts.chart}</h3>
      ${dayChart(data, new Map(series.map(({ date, sessions }) => [date, sessions])), notes, texts.chart, wording)}</div>`,
    chartNotes(notes, wording),
    channels.length > 0 &&
      html`<div class="keep"><h3>${texts.channels}</h3><table><thead><tr><th>${heads.channel}</th><th class="w-m"></th><th class="n w-s">${heads.visits}</th><th class="n w-n">${heads.share}</th></tr></thead><tbody>
      ${channels.slice(0, ROWS).map(
        ({
          channel,
          sessions,
          share,
        }) => html`<tr><td>${userText(truncate(channel, NAME))}</td><td>${bar(share ?? 0)}</td>
        <td class="n">${formatNumber(sessions)}</td><td class="n">${formatScore(share)}${percentSign}</td></tr>`,
      )}</tbody></table></div>`,
    topPages.length > 0 &&
      html`<div class="keep"><h3>${texts.pages}</h3><table><thead><tr><th>${heads.page}</th><th class="n w-s">${heads.views}</th></tr></thead><tbody>
      ${topPages
        .slice(0, ROWS)
        .map(
          ({ path, pageviews }) =>
            html`<tr><td>${userText(truncate(path, NAME))}</td><td class="n">${formatNumber(pageviews)}</td></tr>`,
        )}</tbody></table></div>`,
    meanings(wording, [
      [labels.visits.other, 'visits'],
      [labels.visitors.other, 'visitors'],
      [labels.leads.other, 'leads'],
    ]),
  );
}
