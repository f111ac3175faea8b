import { html } from '../../html.ts';
import { comparison } from '../../sections/ai-evidence.ts';
import { section } from '../../sections/section.ts';
import type { PeriodData } from '../period-data.ts';
import type { PeriodWording } from '../wording/period-english.ts';
import { chartNotes, countFigure, figures, type PeriodFigure } from './figures.ts';

/** What was done and what it brought, in sentences. */
function sentences(data: PeriodData, wording: PeriodWording) {
  const { website, search, reviews, scan, scoreChange, shown, tasks, content, goalsSummary, organization, today } =
    data;
  const { formatDay, formatScore, percentSign, words } = wording;
  const day = (moment: Date) => wording.formatDate(moment, organization.timezone);
  const texts = words.overview;
  const evidence = scan?.evidence;
  return [
    texts.work(tasks?.done.total, content?.published.total),
    website && texts.visits(website.totals.sessions, website.comparison.sessions),
    website && texts.leads(website.totals.conversions, website.comparison.conversions),
    search && texts.search(search.totals.impressions, search.totals.clicks, search.comparison.clicks),
    reviews && texts.reviews(reviews.now.totalReviews, formatScore(reviews.now.averageRating)),
    evidence &&
      texts.mentions(`${formatScore(evidence.mentionRate)}${percentSign}`, evidence.sampleSize, day(evidence.asOf)),
    evidence && comparison(evidence, wording.texts),
    scan &&
      scan.overall !== null &&
      shown.has('visibility') &&
      texts.score(
        day(scan.asOf),
        formatScore(scan.overall),
        scoreChange && { points: scoreChange.points, since: day(scoreChange.since) },
      ),
    goalsSummary && goalsSummary.total > 0 && texts.goals(goalsSummary.completed, goalsSummary.total, formatDay(today)),
  ].filter((sentence) => typeof sentence === 'string' && sentence !== '');
}

/** The main figures of the period. */
export function mainFigures({ website, search, reviews }: PeriodData, wording: PeriodWording): PeriodFigure[] {
  const labels = wording.words.overview.figures;
  const { totals, comparison: before } = website ?? {};
  return [
    ...(totals && before ? [countFigure(totals.sessions, labels.visits, wording, before.sessions)] : []),
    ...(totals && before ? [countFigure(totals.conversions, labels.leads, wording, before.conversions)] : []),
    ...(search ? [countFigure(search.totals.clicks, labels.clicks, wording, search.comparison.clicks)] : []),
    ...(reviews ? [countFigure(reviews.now.totalReviews, labels.reviews, wording, reviews.before.totalReviews)] : []),
  ];
}

/** The summary. `without` are the sections that have no figures; notes on charts are here where no chart is. */
export function overviewSection(
  data: PeriodData,
  wording: PeriodWording,
  { without, withNotes }: { without: string[]; withNotes: boolean },
) {
  const { words, formatDay } = wording;
  const told = sentences(data, wording);
  const main = mainFigures(data, wording);
  return section(
    words.sections.overview,
    words.overview.title,
    told.length === 0 && html`${words.overview.nothing}`,
    told.length > 0 && html`<ul class="told">${told.map((sentence) => html`<li>${sentence}</li>`)}</ul>`,
    main.length > 0 && figures(main, wording),
    main.length > 0 &&
      html`<p class="note">${words.comparedWith(formatDay(data.before.from), formatDay(data.before.to))}</p>`,
    without.length > 0 && html`<p class="note">${words.without(without)}</p>`,
    withNotes && data.notes.length > 0 && html`<h3>${words.overview.notes}</h3>`,
    withNotes && chartNotes(data.notes, wording),
  );
}
