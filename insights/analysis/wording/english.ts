import type { InsightContext } from '../../wire.ts';
import {
  bareMonthText as bareMonth,
  capitalize,
  counted,
  joinWords,
  monthText as month,
  numberText,
} from '../formatting.ts';
import { describeMentions } from '../mentions.ts';
import type { NamedValue, SeriesName } from '../series.ts';
import { englishSingles } from './english-singles.ts';
import { NAMES } from './names.ts';
import type { AnswerWording } from './wording.ts';

const NOUNS: Record<Exclude<SeriesName, 'rating'>, string> = {
  score: 'score',
  reviews: 'review',
  sessions: 'visit',
  users: 'visitor',
  conversions: 'conversion',
  clicks: 'click',
  impressions: 'impression',
};

const HEADINGS: Partial<Record<SeriesName, string>> = { score: 'Visibility score', rating: 'Stars on average' };

const plural = (name: SeriesName) => (name === 'rating' ? 'ratings' : `${NOUNS[name]}s`);
const amount = (name: SeriesName, value: number) => {
  if (name === 'score') return `a score of ${numberText(value)}`;
  return name === 'rating' ? `${numberText(value)} stars on average` : counted(value, NOUNS[name]);
};
const isOfSearch = (name: SeriesName) => name === 'clicks' || name === 'impressions';
const isOfReviews = (name: SeriesName) => name === 'reviews' || name === 'rating';
const inDays = (days: number) => `in the last ${numberText(days)} days`;

const FIGURES: Partial<Record<SeriesName, string>> = {
  score: 'the visibility score',
  clicks: 'clicks from web search',
  reviews: 'new reviews',
};

const CHANNELS: Record<string, string> = {
  organic: 'organic search',
  direct: 'direct visits',
  referral: 'links on other websites',
  social: 'social networks',
  paid: 'paid search',
  paid_social: 'paid posts on social networks',
  email: 'email',
  display: 'display ads',
  ai_assistants: 'AI assistants',
  affiliate: 'affiliates',
  sms: 'SMS',
  other: 'other sources',
};

const partName = (name: string) => CHANNELS[name] ?? NAMES[name] ?? name.replaceAll('_', ' ');

const rates = ({ ai_search, visibility }: InsightContext) =>
  ai_search?.by_engine ?? visibility?.ai_search?.engines ?? [];

const ABSENT = 'No answers of AI assistants are recorded yet.';

export const english: AnswerWording = {
  month,
  bareMonth,
  total: (name, value, days) =>
    ({
      score: `The visibility score is ${numberText(value)} of 100.`,
      reviews: `You have ${counted(value, 'review')} in all.`,
      rating: `All your reviews come to ${numberText(value)} stars on average.`,
      sessions: `Your website had ${counted(value, 'visit')} ${inDays(days)}.`,
      users: `Your website had ${counted(value, 'visitor')} ${inDays(days)}.`,
      conversions: `There ${value === 1 ? 'was' : 'were'} ${counted(value, 'conversion')} ${inDays(days)}.`,
      clicks: `Web search brought ${counted(value, 'click')} ${inDays(days)}.`,
      impressions: `You were shown in web search ${counted(value, 'time')} ${inDays(days)}.`,
    })[name],
  nothing: (name) => {
    if (name === 'score') return 'No scores are recorded yet.';
    if (isOfSearch(name)) return 'No figures of web search are recorded yet.';
    return isOfReviews(name) ? 'No reviews are recorded yet.' : 'No visits to your website are recorded yet.';
  },
  inMonth: (name, when, value, isCurrent) => {
    const soFar = isCurrent ? ' so far' : '';
    if (name === 'score') return `The visibility score in ${month(when)} was ${numberText(value)}${soFar}.`;
    return name === 'rating'
      ? `The reviews of ${month(when)} come to ${numberText(value)} stars on average${soFar}.`
      : `There ${value === 1 ? 'was' : 'were'} ${amount(name, value)} in ${month(when)}${soFar}.`;
  },
  inMonths: (name, months) =>
    `${HEADINGS[name] ?? capitalize(plural(name))} by month: ${joinWords(
      months.map((row) => `${numberText(row.value)} in ${month(row.month)}`),
    )}.`,
  nothingIn: (name, when) => `No ${isOfReviews(name) ? 'reviews' : plural(name)} are recorded for ${bareMonth(when)}.`,
  inPart: (name, { name: part, value }, days) =>
    isOfReviews(name)
      ? `On ${partName(part)} you have ${amount(name, value)}.`
      : `${counted(value, 'visit')} came from ${partName(part)} ${inDays(days)}.`.replace(
          'from direct visits',
          'directly',
        ),
  nothingInPart: (name, part) =>
    isOfReviews(name)
      ? `No reviews on ${partName(part)} are recorded.`
      : `No visits from ${partName(part)} are recorded.`,
  inPartAndMonth: (name, part, when) =>
    `There ${part.value === 1 ? 'was' : 'were'} ${amount(name, part.value)} on ${partName(part.name)} in ${month(when)}.`,
  notTogether: (name) =>
    isOfReviews(name)
      ? 'The figures tell months and platforms apart, not both together.'
      : 'The figures tell months and channels apart, not both together.',
  byPart: (name, parts: NamedValue[], days) =>
    isOfReviews(name)
      ? `${name === 'rating' ? 'Stars on average' : 'Reviews'} by platform: ${joinWords(parts.map((part) => `${partName(part.name)} ${numberText(part.value)}`))}.`
      : `Visits by channel ${inDays(days)}: ${joinWords(parts.map((part) => `${partName(part.name)} ${numberText(part.value)}`))}.`,
  extremeMonth: (name, which, months) => {
    const [first] = months;
    if (!first) return '';
    const said = joinWords(months.map((row) => month(row.month)));
    const kind = which === 'most' ? 'best' : 'weakest';
    return `The ${kind} ${months.length === 1 ? 'month was' : 'months were'} ${said}, with ${amount(name, first.value)}${months.length === 1 ? '' : ' each'}.`;
  },
  extremePart: (name, which, part, days) => {
    if (name === 'rating')
      return `The ${which === 'most' ? 'best' : 'lowest'} average is on ${partName(part.name)}, at ${numberText(part.value)} stars.`;
    const kind = which === 'most' ? 'Most' : 'Fewest';
    return name === 'reviews'
      ? `${kind} reviews are on ${partName(part.name)}: ${numberText(part.value)}.`
      : `${kind} visits come from ${partName(part.name)}: ${numberText(part.value)} ${inDays(days)}.`;
  },
  figure: (name) => FIGURES[name] ?? plural(name),
  progress: (before, last, { better, worse }) => {
    if (better.length + worse.length === 0) return `${last} was no better and no worse than ${before}.`;
    const besides = worse.length > 0 ? `, and worse in ${joinWords(worse)}` : '';
    return better.length > 0
      ? `${last} was better than ${before} in ${joinWords(better)}${besides}.`
      : `${last} was worse than ${before} in ${joinWords(worse)}.`;
  },
  notOver: (when) => `${when} is not over yet, so whole months are compared.`,
  more: (name, more) => {
    if (more === undefined) return 'Both are the same.';
    if (name === 'score') return `The score is higher for ${more}.`;
    return name === 'rating' ? `The average is higher for ${more}.` : `There are more for ${more}.`;
  },
  partName,
  bounds: (first, last) => `The figures by month go from ${first} to ${last}; for other months there are none.`,
  onlyMonths: 'The figures tell whole months and the last days together, not single days or weeks.',
  notByPart: (name) =>
    isOfReviews(name) ? 'Platforms are not told apart in these figures.' : `Channels are told apart for visits only.`,
  notByMonth: 'How this was in a single month is not among the figures.',
  single: englishSingles,
  mentions: (context, engines) => {
    const all = rates(context);
    if (all.length === 0) return ABSENT;
    if (engines.length === 0 && context.visibility?.ai_search) return describeMentions(context.visibility);
    const known = engines.length === 0 ? all : all.filter(({ engine }) => engines.includes(engine));
    const missing = engines.filter((name) => !known.some(({ engine }) => engine === name));
    return [
      ...known.map(({ engine, mention_rate, low, high }) => {
        const between =
          low === null || high === null
            ? ''
            : `; the true rate is likely between ${numberText(low)} and ${numberText(high)} percent`;
        return `${NAMES[engine] ?? engine} mentions you in ${numberText(mention_rate)} percent of its answers${between}.`;
      }),
      ...missing.map((name) => `No answers of ${NAMES[name] ?? name} are recorded.`),
    ].join(' ');
  },
  extremeEngine: (context, which) => {
    const all = rates(context);
    const value = (which === 'most' ? Math.max : Math.min)(...all.map(({ mention_rate }) => mention_rate));
    const names = all.filter(({ mention_rate }) => mention_rate === value).map(({ engine }) => NAMES[engine] ?? engine);
    if (names.length === 0) return ABSENT;
    return `${joinWords(names)} ${names.length === 1 ? 'mentions' : 'mention'} you ${which === 'most' ? 'most' : 'least'} often: in ${numberText(value)} percent of the answers.`;
  },
  unlisted: 'That is not among your figures here.',
  offTopic: 'Your figures do not answer this question.',
  canAnswer: (subjects) => {
    const can = {
      reviews: 'your reviews (number, stars, months, platforms)',
      visits: 'the visits to your website (months, channels, conversions)',
      scores: 'your visibility score and its parts',
      mentions: 'how often AI assistants mention you',
      competitors: 'your rank among competitors',
      goals: 'your goals',
      tasks: 'your open tasks',
      content: 'your published pages',
      social: 'your reach on social networks',
    };
    return subjects.length === 0
      ? 'Nothing is recorded yet that questions could be answered from.'
      : `They can answer questions about ${joinWords(subjects.map((subject) => can[subject]))}.`;
  },
  withoutAi: 'AI analysis is unavailable right now; this was computed from your own figures.',
};
