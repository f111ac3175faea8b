import { formatsIn, humanize } from '../formatting.ts';
import { type Html, html } from '../html.ts';
import { userText } from '../user-text.ts';

const formats = formatsIn('en');
const { formatNumber, formatScore, formatDate, formatChange, formatDistance, pluralize } = formats;

const alternatives = new Intl.ListFormat('en-US', { type: 'disjunction' });

const standing = (difference: number | null) => {
  if (difference === null) return '';
  if (difference === 0) return 'exactly their average';
  return `${formatDistance(difference)} ${difference > 0 ? 'above' : 'below'} their average`;
};

const moved = (change: number | null) => {
  if (change === null) return 'This was the first scan of the organization.';
  if (change === 0) return 'It has not changed since the previous scan.';
  return `That is ${formatDistance(change)} ${change > 0 ? 'more' : 'less'} than in the previous scan.`;
};

type Obstacle = 'too_few_prompts' | 'other_questions' | 'other_models';

const OBSTACLES = {
  too_few_prompts: 'too few questions are the same',
  other_questions: 'other questions were asked',
  other_models: 'the assistants answered with other models',
};

const whyNotComparable = (reasons: Obstacle[]) => reasons.map((reason) => OBSTACLES[reason]).join(' and ');

/** The wording of a report around its figures. */
const texts = {
  report: 'Visibility report',
  of100: (score: string) => `${score} of 100`,
  /** What a table has no room for, as `2 more goals`. */
  andMore: (left: string) => `And ${left}, listed in the portal.`,
  omitted: {
    assistants: { one: 'more assistant', other: 'more assistants' },
    domains: { one: 'more domain', other: 'more domains' },
    factors: { one: 'more factor', other: 'more factors' },
    questions: { one: 'more question', other: 'more questions' },
    competitors: { one: 'more competitor', other: 'more competitors' },
    components: { one: 'more component', other: 'more components' },
    tiers: { one: 'more area', other: 'more areas' },
    goals: { one: 'more goal', other: 'more goals' },
    directories: { one: 'more directory', other: 'more directories' },
  },
  cover: {
    change: 'since the previous scan',
    rank: (rank: number, total: number) => `${rank} of ${total}`,
    rankLabel: 'rank in the market',
    aiSearch: 'AI visibility',
    confidence: 'confidence',
    noScan:
      'No scan has been completed yet. After the first scan, this report will show scores and their history, a comparison with competitors, and recommendations.',
  },
  scores: {
    eyebrow: 'Overview',
    title: 'Overall score',
    lead: (day: string, score: string, change: number | null) =>
      html`On ${day} the overall score was ${score} of 100. ${moved(change)}`,
    overall: 'overall score',
    change: 'since the previous scan',
    raw: 'raw score',
    confidence: 'confidence',
    parts: { tiers: 'areas and components', peers: 'competitors', aeo: 'AI search', listings: 'listings' },
    missing: (parts: string[]) => `This scan did not cover ${alternatives.format(parts)}.`,
    trend: (day: string) => `Trend since ${day}`,
    trendAlternative: 'Scores over time',
    overallLine: 'Overall score',
    rawLine: 'Raw score',
    latest: 'Latest scans',
    heads: { date: 'Date', overall: 'Overall', change: 'Change', raw: 'Raw' },
  },
  components: {
    eyebrow: 'Composition',
    title: 'Areas and components',
    lead: (best: { label: Html; score: number }, worst: { label: Html; score: number }) =>
      html`The strongest component is ${best.label} at ${formatScore(best.score)}, the weakest ${worst.label} at ${formatScore(worst.score)}.`,
    other: 'Other',
    heads: { component: 'Component', score: 'Score' },
  },
  competitors: {
    eyebrow: 'Market',
    title: 'Competitors',
    lead: (facts: {
      rank: number;
      total: number;
      peers: number;
      average: number | null;
      name: Html;
      difference: number | null;
    }) =>
      html`Rank ${facts.rank} of ${facts.total}. The average of ${pluralize(facts.peers, 'competitor')} is
      ${formatScore(facts.average)}; ${facts.name} is ${standing(facts.difference)}.`,
    heads: { rank: 'Rank', name: 'Name', score: 'Score' },
    average: 'Average of competitors',
    stale: (asOf: Date, timezone: string) =>
      `These figures are more than 30 days old, from ${formatDate(asOf, timezone)}.`,
    byComponent: 'Comparison by component',
    componentHeads: { component: 'Component', own: 'Yours', average: 'Average', difference: 'Difference' },
  },
  aiSearch: {
    eyebrow: 'AI assistants',
    title: 'AI visibility',
    lead: (score: number | null, answers: number, isLimited: boolean) =>
      `AI visibility is ${formatScore(score)} of 100, based on ${pluralize(answers, 'answer')}${isLimited ? ' and with limited coverage' : ''}.`,
    measures: { visibility: 'Mentions', position: 'Position', sentiment: 'Sentiment', accuracy: 'Accuracy' },
    heads: { measure: 'Measure', score: 'Score' },
    confidence: (score: number | null) => `Confidence ${formatScore(score)} of 100`,
    bands: { low: 'low', medium: 'medium', high: 'high' },
    factorHeads: { factor: 'Factor', value: 'Value', weight: 'Weight' },
    questions: 'Questions asked',
  },
  evidence: {
    mentions: 'Mentions in answers',
    mentioned: (facts: {
      rate: Html;
      answers: number;
      day: string | undefined;
      name: Html;
      interval: string | undefined;
    }) =>
      html`${facts.rate} of ${pluralize(facts.answers, 'answer')} ${facts.day && `of ${facts.day}`} mention
      ${facts.name}${facts.interval && `; for questions of this kind the 95% interval is ${facts.interval}`}.`,
    moved: (points: number | null) =>
      `Since the previous measurement the rate has moved: ${formatChange(points)} points.`,
    noClearChange: (points: number | null) =>
      `Since the previous measurement there is no clear change (a change of ${formatScore(points)} points would have shown).`,
    notComparable: (reasons: Obstacle[]) =>
      `It is not comparable with the previous measurement, because ${whyNotComparable(reasons)}.`,
    whyNotComparable,
    shareOfVoice: (rate: Html) => html`The share of voice among competitors is ${rate}.`,
    heads: {
      assistant: 'Assistant',
      rate: 'Rate',
      interval: '95% interval',
      answers: 'Answers',
      voice: 'Share of voice',
    },
    sources: 'Sources cited most',
    sourceHeads: { domain: 'Domain', citations: 'Citations', share: 'Share' },
    own: 'yours',
    competitor: 'competitor',
  },
  listings: {
    eyebrow: 'Directories',
    title: 'Listings',
    lead: (facts: {
      total: number;
      verified: number;
      candidate: number;
      notFound: number;
      consistent: number;
      wrong: number;
    }) =>
      `Of ${pluralize(facts.total, 'directory', 'directories')}, the listing is verified in ${formatNumber(facts.verified)}, a candidate in ${formatNumber(facts.candidate)} and missing in ${formatNumber(facts.notFound)}. Name, address and phone are all correct in ${formatNumber(facts.consistent)}.${facts.wrong > 0 ? ` Of the verified ones, ${formatNumber(facts.wrong)} ${facts.wrong === 1 ? 'needs' : 'need'} correction.` : ''}`,
    status: { verified: 'Verified', candidate: 'Candidate', not_found: 'Not found', wrong: 'Needs correction' },
    heads: {
      directory: 'Directory',
      status: 'Status',
      name: 'Name',
      address: 'Address',
      phone: 'Phone',
      website: 'Website',
    },
    yes: 'Yes',
    no: 'No',
    note: 'Yes: the listing matches the organization’s profile.',
  },
  goals: {
    eyebrow: 'Goals',
    title: 'Goals and progress',
    lead: (facts: { total: number; completed: number; inProgress: number; overdue: number }) =>
      `Of ${pluralize(facts.total, 'goal')}, ${formatNumber(facts.completed)} ${facts.completed === 1 ? 'is' : 'are'} completed, ${formatNumber(facts.inProgress)} in progress and ${formatNumber(facts.overdue)} overdue.`,
    heads: { goal: 'Goal', status: 'Status', deadline: 'Deadline', progress: 'Progress' },
    amounts: (current: string, target: string) => html`${userText(current)} now, ${userText(target)} target`,
    overdue: 'Overdue',
    status: {
      not_started: 'Not started',
      in_progress: 'In progress',
      completed: 'Completed',
      paused: 'Paused',
      cancelled: 'Cancelled',
    },
  },
  recommendations: {
    eyebrow: 'Next steps',
    title: 'Recommendations',
    lead: (count: number) => `${pluralize(count, 'step')}, the most important first.`,
    impact: (level: 'high' | 'medium' | 'low') => `${humanize(level)} impact`,
    effort: (level: 'high' | 'medium' | 'low') => `${humanize(level)} effort`,
    lift: (points: number) => `${formatChange(points)} points expected`,
  },
};

export const englishReport = { language: 'en' as 'en' | 'de', ...formats, texts };
export type Wording = typeof englishReport;
