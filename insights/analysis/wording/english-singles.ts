import type { InsightContext } from '../../wire.ts';
import { counted, numberText, percentInWords } from '../formatting.ts';
import { summarizeTopic } from '../topic-summaries.ts';
import type { SingleName } from './wording.ts';

const NO_SCAN = 'There is no completed scan yet.';
const NO_SCORE = 'The latest scan measured AI search alone, so there are no scores yet.';
const NO_VISITS = 'No visits to your website are recorded yet.';
const NO_SEARCH = 'No figures of web search are recorded yet.';

const hasVisits = ({ analytics: { sessions, users, pageviews } }: InsightContext) => sessions + users + pageviews > 0;
const noScore = ({ visibility }: InsightContext) => (visibility ? NO_SCORE : NO_SCAN);
const inDays = ({ analytics }: InsightContext) => `in the last ${numberText(analytics.period_days)} days`;
const summary = (topic: Parameters<typeof summarizeTopic>[0]) => (context: InsightContext) =>
  summarizeTopic(topic, context).text;

/** The English sentences on figures that are told neither by month nor by part. */
export const englishSingles: Record<SingleName, (context: InsightContext) => string> = {
  scores: summary('scores'),
  raw_score: (context) => {
    const scored = context.visibility?.overall;
    return scored ? `The raw score of the latest scan is ${numberText(scored.raw_score)}.` : noScore(context);
  },
  confidence: (context) => {
    const scored = context.visibility?.overall;
    return scored ? `The confidence of the latest scan is ${percentInWords(scored.confidence)}.` : noScore(context);
  },
  unanswered: ({ reviews }) => {
    if (!reviews) return 'No reviews are recorded yet.';
    if (reviews.unanswered === 0) return `Every one of your ${counted(reviews.count, 'review')} has a response.`;
    return `${counted(reviews.unanswered, 'review')} of ${numberText(reviews.count)} ${reviews.unanswered === 1 ? 'has' : 'have'} no response.`;
  },
  traffic: summary('traffic'),
  pageviews: (context) =>
    hasVisits(context)
      ? `Your website had ${counted(context.analytics.pageviews, 'pageview')} ${inDays(context)}.`
      : NO_VISITS,
  engagement_rate: (context) =>
    hasVisits(context)
      ? `The engagement rate ${inDays(context)} was ${percentInWords(context.analytics.engagement_rate)}: the share of visits that did not bounce.`
      : NO_VISITS,
  ai_visits: (context) => {
    const visits = context.traffic?.ai_assistants;
    if (visits === undefined) return 'No visits by traffic source are recorded yet.';
    return `AI assistants brought ${counted(visits, 'visit')} ${inDays(context)}.`;
  },
  competitors: ({ competitors, visibility }) => {
    if (!competitors) return visibility ? 'The latest scan compares you with no competitors.' : NO_SCAN;
    const scored = visibility?.overall;
    const own = scored ? `Your score is ${numberText(scored.dynamic_score)}, and` : 'On average';
    return `You are number ${numberText(competitors.rank)} of ${numberText(competitors.of)} in your market. ${own} your competitors reach ${numberText(competitors.average)}${scored ? ' on average' : ''}.`;
  },
  position: ({ search }) =>
    search ? `Your average position in web search is ${numberText(search.position)}.` : NO_SEARCH,
  goals: summary('goals'),
  tasks: summary('tasks'),
  overdue: (context) => {
    const goals = context.goals.filter(({ is_overdue }) => is_overdue).length;
    const tasks = context.action_items.overdue;
    const none = (noun: string) => `no ${noun}s`;
    const said = (count: number, noun: string) => (count === 0 ? none(noun) : counted(count, noun));
    return `Overdue ${goals + tasks === 1 ? 'is' : 'are'} ${said(goals, 'goal')} and ${said(tasks, 'task')}.`;
  },
  content: summary('content'),
  social: summary('social'),
  reach: ({ social }) =>
    social.reach + social.engagement > 0
      ? `Your reach on social networks is ${numberText(social.reach)}.`
      : 'No social figures are recorded yet.',
  engagement: ({ social }) =>
    social.reach + social.engagement > 0
      ? `Your posts on social networks had ${counted(social.engagement, 'reaction')}.`
      : 'No social figures are recorded yet.',
};
