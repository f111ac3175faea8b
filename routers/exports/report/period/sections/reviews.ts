import { properName } from '../../../../values/proper-name.ts';
import { truncate } from '../../formatting.ts';
import { html } from '../../html.ts';
import { meanings, section } from '../../sections/section.ts';
import { userText } from '../../user-text.ts';
import type { PeriodData } from '../period-data.ts';
import type { PeriodWording } from '../wording/period-english.ts';
import { countFigure, figures } from './figures.ts';

const ROWS = 10;
const NAME = 60;

/** Reviews that came in, and how they rate. */
export function reviewsSection({ reviews, today }: PeriodData, wording: PeriodWording) {
  if (!reviews) return undefined;
  const { formatDay, formatNumber, formatScore, percentSign, words } = wording;
  const { heads, figures: labels, ...texts } = words.reviews;
  const { now, before } = reviews;
  const answered = now.responseRate === null ? formatScore(null) : `${formatScore(now.responseRate)}${percentSign}`;
  return section(
    words.sections.reviews,
    texts.title,
    html`${texts.lead(now.totalReviews, before.totalReviews)}`,
    figures(
      [
        countFigure(now.totalReviews, labels.reviews, wording),
        { value: formatScore(now.averageRating), label: labels.rating },
        { value: formatScore(before.averageRating), label: labels.before },
        // Nobody stores when a review was answered.
        { value: answered, label: labels.answeredBy(formatDay(today)) },
      ],
      wording,
    ),
    now.bySource.length > 0 &&
      html`<table class="keep" style="margin-top:5mm"><thead><tr><th>${heads.source}</th><th class="n w-s">${heads.reviews}</th><th class="n w-n">${heads.rating}</th></tr></thead><tbody>
      ${now.bySource
        .slice(0, ROWS)
        .map(
          ({ source, count, averageRating }) =>
            html`<tr><td>${userText(truncate(properName(source), NAME))}</td><td class="n">${formatNumber(count)}</td><td class="n">${formatScore(averageRating)}</td></tr>`,
        )}</tbody></table>`,
    meanings(wording, [
      [labels.rating, 'rating'],
      [labels.answered, 'responseRate'],
    ]),
  );
}
