import type { QuestionTopics, Topic } from '../question/topics.ts';
import type { InsightContext, Source } from '../wire.ts';
import { namesOf } from './parts.ts';
import { monthsIn, progressReply } from './progress.ts';
import { isSeries, seriesOf, sourceOf } from './series.ts';
import { describeSeries } from './series-answers.ts';
import type { AnswerWording, SingleName } from './wording/wording.ts';

/** A part of an answer and its data sources. States only figures of the context. */
export interface Reply {
  text: string;
  sources: Source[];
}

const SINGLES: Record<SingleName, Source> = {
  scores: 'visibility_scores',
  raw_score: 'visibility_scores',
  confidence: 'visibility_scores',
  unanswered: 'analytics',
  traffic: 'analytics',
  pageviews: 'analytics',
  engagement_rate: 'analytics',
  ai_visits: 'analytics',
  competitors: 'visibility_scores',
  position: 'analytics',
  goals: 'goals',
  tasks: 'action_items',
  overdue: 'goals',
  content: 'content',
  social: 'social',
  reach: 'social',
  engagement: 'social',
};

const isSingle = (topic: Topic): topic is SingleName => Object.hasOwn(SINGLES, topic);

/** Whether a topic is a figure that the context may have. */
export const isFigure = (topic: Topic) => isSeries(topic) || isSingle(topic) || topic === 'mentions';

const QUALIFIERS: Topic[] = ['most', 'least', 'by_month', 'by_channel', 'compare', 'trends'];

/** "Traffic" alone asks for the state of the website; with a month or a comparison it means visits. */
const meantBy = (topic: Topic, { topics, periods }: QuestionTopics): Topic =>
  topic === 'traffic' &&
  (periods.length > 0 || topics.some((other) => QUALIFIERS.includes(other) || other.startsWith('channel.')))
    ? 'sessions'
    : topic;

function mentions(context: InsightContext, { topics }: QuestionTopics, wording: AnswerWording): Reply {
  // "ChatGPT and other assistants" are all of them.
  const all = topics.includes('by_engine') && !topics.includes('compare');
  const engines = all ? [] : namesOf('engine', topics);
  const which = topics.includes('least') ? 'least' : 'most';
  const extreme = engines.length === 0 && (topics.includes('most') || topics.includes('least'));
  return {
    text: extreme ? wording.extremeEngine(context, which) : wording.mentions(context, engines),
    sources: ['visibility_scores'],
  };
}

/** Whether a question asks for the score of months, and the context has some. */
export const tellsScoreByMonth = (context: InsightContext, asked: QuestionTopics) =>
  asked.topics.includes('scores') && monthsIn(asked).length > 0 && seriesOf('score', context).months.length > 0;

/** What the figures of the context say to each figure in the question, three at most. */
export function figureReplies(context: InsightContext, asked: QuestionTopics, wording: AnswerWording): Reply[] {
  const progress = progressReply(context, asked, wording);
  if (progress) return [progress];
  const subjects = [...new Set(asked.topics.map((topic) => meantBy(topic, asked)))];
  const found = subjects.filter(isFigure);
  // "Overdue goals" and "overdue tasks" are told with the goals and tasks.
  const kept = found.filter((topic) => topic !== 'overdue' || !found.some((one) => one === 'goals' || one === 'tasks'));
  return kept.slice(0, 3).map((topic) => {
    if (topic === 'mentions') return mentions(context, asked, wording);
    if (isSeries(topic)) return { text: describeSeries(topic, context, asked, wording), sources: [sourceOf(topic)] };
    if (topic === 'scores' && tellsScoreByMonth(context, asked))
      return { text: describeSeries('score', context, asked, wording), sources: [sourceOf('score')] };
    if (!isSingle(topic)) return { text: '', sources: [] };
    const text = wording.single[topic](context);
    return {
      text: monthsIn(asked).length > 0 ? `${text} ${wording.notByMonth}` : text,
      sources: topic === 'overdue' ? ['goals', 'action_items'] : [SINGLES[topic]],
    };
  });
}
