import type { Brand } from '../../../../server/branding/brand.ts';
import type { Language } from '../../../../server/languages.ts';
import { page } from '../document.ts';
import { truncate } from '../formatting.ts';
import { type Html, html, rawHtml } from '../html.ts';
import { aiSearchSection } from '../sections/ai-search.ts';
import { competitorsSection } from '../sections/competitors.ts';
import { cover } from '../sections/cover.ts';
import { goalsSection } from '../sections/goals.ts';
import { listingsSection } from '../sections/listings.ts';
import { scoresSection } from '../sections/scores.ts';
import { firstLookData, firstLookWording, insteadBlock, madeBy } from './first-look.ts';
import type { PeriodData } from './period-data.ts';
import { PERIOD_STYLES, paperStyles } from './period-styles.ts';
import type { PeriodReport, ReportSection } from './report-sections.ts';
import { contentSection } from './sections/content.ts';
import { comment, plainFigures } from './sections/figures.ts';
import { mainFigures, overviewSection } from './sections/overview.ts';
import { reviewsSection } from './sections/reviews.ts';
import { searchSection } from './sections/search.ts';
import { tasksSection } from './sections/tasks.ts';
import { websiteSection } from './sections/website.ts';
import { type PeriodWording, periodInEnglish } from './wording/period-english.ts';
import { periodInGerman } from './wording/period-german.ts';

const WORDINGS: Record<Language, PeriodWording> = { en: periodInEnglish, de: periodInGerman };

export const periodWording = (language: Language) => WORDINGS[language];

type Write = (data: PeriodData, wording: PeriodWording) => Html | undefined;

type Dated = 'aiSearch' | 'competitors' | 'listings' | 'goals' | 'scores';

/** The wording with the day of the figures above the heading of a section. */
function datedWording(wording: PeriodWording, name: Dated, day: string): PeriodWording {
  const { texts, words } = wording;
  const eyebrow = `${texts[name].eyebrow} · ${words.asOf(day)}`;
  return { ...wording, texts: { ...texts, [name]: { ...texts[name], eyebrow } } };
}

/** Sections that the report of a scan has too need a scan; its day stands beside the heading. */
const ofScan =
  (
    name: Dated,
    write: (report: Parameters<typeof scoresSection>[0], wording: PeriodWording) => Html | undefined,
  ): Write =>
  ({ scan, goalsSummary, ...data }, wording) =>
    scan &&
    write(
      { ...data, scan, goalsSummary: goalsSummary ?? NO_GOALS },
      datedWording(wording, name, wording.formatDate(scan.asOf, data.organization.timezone, 'short')),
    );

const NO_GOALS = { total: 0, completed: 0, inProgress: 0, overdue: 0 };

const SECTIONS: Record<Exclude<ReportSection, 'overview'>, Write> = {
  scores: ofScan('scores', scoresSection),
  ai_search: ofScan('aiSearch', aiSearchSection),
  competitors: ofScan('competitors', competitorsSection),
  website: websiteSection,
  search: searchSection,
  reviews: reviewsSection,
  listings: ofScan('listings', listingsSection),
  // Of goals only the present is stored: pipelines and people replace values and states.
  goals: ({ goals, goalsSummary = NO_GOALS, today }, wording) =>
    goalsSection({ goals, goalsSummary }, datedWording(wording, 'goals', wording.formatDay(today))),
  tasks: tasksSection,
  content: contentSection,
};

/** The sections in their order, each with its comment; those without figures are named in the overview. */
function bodyOf(
  data: PeriodData,
  { sections, notes, namedInstead }: PeriodReport,
  brand: Brand,
  wording: PeriodWording,
) {
  const { words } = wording;
  const asked = sections.filter((section) => data.sections.includes(section));
  const written = new Map(
    asked.map((name) => [name, name === 'overview' ? undefined : SECTIONS[name](data, wording)] as const),
  );
  const without = asked.filter((name) => name !== 'overview' && !written.get(name)).map((name) => words.sections[name]);
  const withNotes = !written.get('website') && !written.get('search');
  return asked.map((name) => {
    const said = comment(notes[name], brand.name, wording);
    const contents = name === 'overview' ? overviewSection(data, wording, { without, withNotes }) : written.get(name);
    const instead = name === 'ai_search' && namedInstead && insteadBlock(data.organization.name, namedInstead, wording);
    if (contents) return html`<div class="part">${contents}${instead}${said}</div>`;
    return (
      said &&
      html`<div class="part"><section><header><h2>${words.sections[name]}</h2></header><p>${words.empty}</p></section>${said}</div>`
    );
  });
}

/** The report of a period as one self-contained HTML document. */
export function periodDocument(read: PeriodData, report: PeriodReport, brand: Brand): string {
  const isFirstLook = report.period.kind === 'once';
  const usual = periodWording(report.language);
  const [data, wording] = isFirstLook ? [firstLookData(read), firstLookWording(usual, read)] : [read, usual];
  const { words, formatDay, formatDate } = wording;
  const { name } = data.organization;
  const long = (day: string) => formatDate(new Date(`${day}T00:00:00Z`), 'UTC');
  const days = words.days(long(data.period.from), long(data.period.to));
  const title = `${report.name} – ${name}`;
  const foot = [
    truncate(name, 60),
    truncate(report.name, 60),
    words.days(formatDay(data.period.from), formatDay(data.period.to)),
    brand.name,
  ]
    .filter(Boolean)
    .join(' · ');
  const front = cover(
    name,
    brand,
    truncate(report.name, 120),
    html`<p class="date">${words.kinds[report.period.kind]} · ${days}</p>
    <div class="rule"></div>
    <div class="foot">${plainFigures(mainFigures(data, wording))}</div>`,
    isFirstLook && brand.name ? madeBy(report.language, brand.name) : undefined,
  );
  const intro = report.intro?.trim();
  const body = html`${front}${intro && html`<section class="intro">${intro.split(/\n{2,}/).map((paragraph) => html`<p class="lead" dir="auto">${paragraph}</p>`)}</section>`}${bodyOf(data, report, brand, wording)}`;
  const styles = rawHtml(`${PERIOD_STYLES}${paperStyles(data.paper)}`);
  return page({ title, foot, body, styles }, brand, wording);
}
