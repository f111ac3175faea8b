import { englishReport, type Wording } from '../../wording/english.ts';

const { formatNumber, formatScore, pluralize, formatChange, percentSign } = englishReport;

const list = new Intl.ListFormat('en-US');

/** `12% more than before`; nothing where nothing is known of the time before. */
const compared = (now: number, before: number | undefined) => {
  if (before === undefined || before === 0) return '';
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0)
    return now === before ? ', as many as in the period before' : ', about as many as in the period before';
  return `, ${formatNumber(Math.abs(percent))}${percentSign} ${percent > 0 ? 'more' : 'fewer'} than in the period before`;
};

/** The words of a report of a period that the report of a scan does not have. */
const words = {
  sections: {
    overview: 'Summary',
    scores: 'Scores',
    ai_search: 'AI search',
    competitors: 'Competitors',
    website: 'Website',
    search: 'Search',
    reviews: 'Reviews',
    listings: 'Listings',
    goals: 'Goals',
    tasks: 'Work',
    content: 'Content',
  },
  kinds: { week: 'Weekly report', month: 'Monthly report', quarter: 'Quarterly report', once: 'A first look' },
  days: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  comparedWith: (from: string, to: string) => `Compared with the period before, ${from} to ${to}.`,
  by: (name: string | undefined) => (name ? `Comment by ${name}` : 'Comment'),
  empty: 'There are no figures for this period.',
  without: (sections: string[]) => `There are no figures for this period on ${list.format(sections)}.`,
  asOf: (day: string) => `as of ${day}`,
  change: (percent: string) => `${percent} on the period before`,
  same: 'as in the period before',
  overview: {
    title: 'What was done, and what it brought',
    nothing: 'Nothing was reported for this period.',
    visits: (now: number, before: number | undefined) =>
      `The website had ${pluralize(now, 'visit')}${compared(now, before)}.`,
    leads: (now: number, before: number | undefined) =>
      now === 0 && !before ? '' : `They brought ${pluralize(now, 'lead')}${compared(now, before)}.`,
    search: (shown: number, clicks: number, before: number | undefined) =>
      `In search results it was shown ${pluralize(shown, 'time')}, and people clicked ${pluralize(clicks, 'time')}${compared(clicks, before)}.`,
    reviews: (count: number, rating: string) =>
      count === 0
        ? 'No reviews came in.'
        : `${pluralize(count, 'review')} came in, with ${rating} of 5 stars on average.`,
    score: (day: string, score: string, change: { points: number; since: string } | null) =>
      `The visibility score was ${score} of 100 on ${day}${change === null ? '' : `, ${formatChange(change.points)} since ${change.since}, before the period`}.`,
    mentions: (rate: string, answers: number, day: string) =>
      `On ${day} AI assistants named the organization in ${rate} of ${pluralize(answers, 'answer')}.`,
    work: (tasks: number | undefined, pages: number | undefined) => {
      const parts = [
        tasks ? `${pluralize(tasks, 'task')} ${tasks === 1 ? 'was' : 'were'} completed` : '',
        pages ? `${pluralize(pages, 'page')} ${pages === 1 ? 'was' : 'were'} published` : '',
      ].filter(Boolean);
      return parts.length > 0 ? `${list.format(parts)}.` : '';
    },
    goals: (completed: number, total: number, day: string) =>
      `Of ${pluralize(total, 'goal')}, ${formatNumber(completed)} ${completed === 1 ? 'is' : 'are'} reached as of ${day}.`,
    figures: {
      visits: { one: 'visit', other: 'visits' },
      leads: { one: 'lead', other: 'leads' },
      clicks: { one: 'click in search', other: 'clicks in search' },
      reviews: { one: 'new review', other: 'new reviews' },
    },
    notes: 'Notes',
  },
  website: {
    title: 'Visits and leads',
    lead: (visits: number, leads: number) => `${pluralize(visits, 'visit')} and ${pluralize(leads, 'lead')}.`,
    figures: {
      visits: { one: 'visit', other: 'visits' },
      visitors: { one: 'visitor', other: 'visitors' },
      visitorDays: { one: 'visitor, counted anew each day', other: 'visitors, counted anew each day' },
      pageviews: { one: 'page view', other: 'page views' },
      leads: { one: 'lead', other: 'leads' },
    },
    chart: 'Visits by day',
    channels: 'Where visits came from',
    pages: 'Pages viewed most',
    heads: { channel: 'Channel', visits: 'Visits', share: 'Share', page: 'Page', views: 'Views' },
  },
  search: {
    title: 'Found in search results',
    lead: (clicks: number, shown: number) => `${pluralize(clicks, 'click')} out of ${pluralize(shown, 'time')} shown.`,
    figures: {
      clicks: { one: 'click', other: 'clicks' },
      shown: { one: 'time shown', other: 'times shown' },
      rate: 'clicked, of those shown',
      position: 'average position',
    },
    chart: 'Clicks by day',
    queries: 'What people searched for',
    heads: { query: 'Search', clicks: 'Clicks', shown: 'Shown', position: 'Position' },
  },
  reviews: {
    title: 'What customers said',
    lead: (now: number, before: number) =>
      `${pluralize(now, 'review')} came in; ${formatNumber(before)} in the period before.`,
    figures: {
      reviews: { one: 'new review', other: 'new reviews' },
      rating: 'stars on average',
      before: 'stars in the period before',
      answered: 'answered',
      answeredBy: (day: string) => `answered by ${day}`,
    },
    heads: { source: 'Source', reviews: 'Reviews', rating: 'Stars' },
  },
  tasks: {
    title: 'Work done, and what comes next',
    lead: (done: number, due: number) =>
      `${pluralize(done, 'task')} ${done === 1 ? 'was' : 'were'} completed in this period${due > 0 ? `; ${formatNumber(due)} ${due === 1 ? 'comes' : 'come'} next` : ''}.`,
    done: 'Done',
    next: 'Next',
    recommended: 'What we recommend',
    heads: { task: 'Task', done: 'Completed', due: 'Due' },
    overdue: 'Overdue',
    more: (count: string) => `And ${count} more, listed in the portal.`,
  },
  content: {
    title: 'Published pages',
    lead: (pages: number) =>
      pages === 0
        ? 'No pages were published in this period.'
        : `${pluralize(pages, 'page')} ${pages === 1 ? 'was' : 'were'} published in this period.`,
    figures: {
      views: { one: 'view of a page', other: 'views of pages' },
      engagement: 'engagement',
      time: 'seconds on a page',
      conversions: { one: 'lead from pages', other: 'leads from pages' },
    },
    heads: { page: 'Page', published: 'Published' },
  },
  findings: {
    broken: (tool: string, label: string, day: string) =>
      `The connection to ${tool} (${label}) has brought nothing since ${day}.`,
    missing: (count: number, days: number, named: string[]) =>
      `The website has no visits on ${formatNumber(count)} of ${pluralize(days, 'day')}: ${list.format(named)}${count > named.length ? ` and ${formatNumber(count - named.length)} more` : ''}.`,
  },
};

export type PeriodWords = typeof words;
export type PeriodWording = Wording & { words: PeriodWords };

const { texts } = englishReport;

/** The report of a scan compares with the measurement before, that of a period with the last one before the period. */
const evidence: Wording['texts']['evidence'] = {
  ...texts.evidence,
  moved: (points) => `Since the last measurement before the period the rate has moved: ${formatChange(points)} points.`,
  noClearChange: (points) =>
    `Since the last measurement before the period there is no clear change (a change of ${formatScore(points)} points would have shown).`,
  notComparable: (reasons) =>
    `It is not comparable with the last measurement before the period, because ${texts.evidence.whyNotComparable(reasons)}.`,
};

export const periodInEnglish: PeriodWording = { ...englishReport, texts: { ...texts, evidence }, words };
