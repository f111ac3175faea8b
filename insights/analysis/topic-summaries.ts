import type { InsightContext, ScoreKey, Source } from '../wire.ts';
import { goalName, goalsInProgress, hasSocial, hasTraffic, mostUrgentGoal } from './facts.ts';
import {
  capitalize,
  componentName,
  counted,
  joinSentences,
  joinWords,
  numberText,
  percentInWords,
} from './formatting.ts';
import { findGaps, scoredScan, type Visibility } from './gaps.ts';
import { describeComponentChanges, lastMove } from './scores.ts';

/** A summary of a topic and its data sources. States only figures of the context. */
interface TopicSummary {
  text: string;
  sources: Source[];
}

const NO_SCAN = 'There is no completed scan yet; its scores will be explained here after the first one.';

const NO_SCORE = 'The latest scan measured AI search alone, so there are no scores yet.';

const scoreText = ({ name, score }: { name: string; score: number }) => `${name} at ${numberText(score)}`;

const describeChange = ({ change, last_change }: Visibility) => {
  if (change === null) return 'The latest scan is the first one, so there is nothing to compare it with yet.';
  if (change === 0) return joinSentences(['The score has not moved since the scan before.', lastMove(last_change)]);
  return `The score ${change > 0 ? 'rose' : 'fell'} by ${numberText(Math.abs(change))} points since the scan before.`;
};

function scores(context: InsightContext): string {
  const visibility = scoredScan(context);
  if (!visibility) return context.visibility ? NO_SCORE : NO_SCAN;
  const { dynamic_score: dynamic, raw_score: raw, confidence } = visibility.overall;
  const weakest = findGaps(visibility).slice(0, 3);
  const weakestKeys = new Set(weakest.map(({ key }) => key));
  const strongest = visibility.components
    .filter(({ key }) => !weakestKeys.has(key))
    .map(({ key, score }) => ({ name: componentName(key), score }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 2);
  return joinSentences([
    `The visibility score is ${numberText(dynamic)} and the raw score ${numberText(raw)}, at a confidence of ${percentInWords(confidence)}.`,
    weakest.length > 0 ? `What holds it back most is ${joinWords(weakest.map(scoreText))}.` : '',
    strongest.length > 0 ? `Its strongest parts are ${joinWords(strongest.map(scoreText))}.` : '',
  ]);
}

function trends(context: InsightContext): string {
  const visibility = scoredScan(context);
  if (!visibility) return context.visibility ? NO_SCORE : NO_SCAN;
  const changes = describeComponentChanges(visibility);
  const unknown =
    visibility.change || visibility.last_change ? 'Which component moved it cannot be told from these figures.' : '';
  return joinSentences([describeChange(visibility), changes || unknown]);
}

function traffic(context: InsightContext): string {
  const { period_days: days, sessions, users, pageviews, engagement_rate: rate, conversions } = context.analytics;
  if (!hasTraffic(context))
    return `No visits are recorded for the last ${numberText(days)} days; once website analytics is connected, traffic can be judged.`;
  return joinSentences([
    `In the last ${numberText(days)} days the website had ${counted(sessions, 'session')} by ${counted(users, 'user')}, with ${counted(pageviews, 'pageview')}.`,
    `The engagement rate was ${percentInWords(rate)}, and there ${conversions === 1 ? 'was' : 'were'} ${counted(conversions, 'conversion')}.`,
  ]);
}

const STATUS = {
  in_progress: 'in progress',
  not_started: 'not started',
  completed: 'completed',
  paused: 'paused',
  cancelled: 'cancelled',
} as const;

function goals(context: InsightContext): string {
  const all = context.goals;
  if (all.length === 0) return 'No goals are set yet.';
  const by = Object.entries(STATUS).flatMap(([status, words]) => {
    const number = all.filter((goal) => goal.status === status).length;
    return number > 0 ? [`${number} ${words}`] : [];
  });
  const overdue = all.filter(({ is_overdue }) => is_overdue).length;
  const active = goalsInProgress(context);
  const urgent = mostUrgentGoal(active);
  const [furthest] = active.toSorted((a, b) => b.progress_percent - a.progress_percent);
  return joinSentences([
    `There ${all.length === 1 ? 'is' : 'are'} ${counted(all.length, 'goal')}: ${joinWords(by)}.`,
    overdue > 0 ? `${overdue} of them ${overdue === 1 ? 'is' : 'are'} overdue.` : 'None of them is overdue.',
    urgent
      ? `The one to look at first is the ${goalName(urgent)} of ${urgent.priority} priority, at ${numberText(urgent.progress_percent)} percent.`
      : '',
    furthest && furthest !== urgent
      ? `Furthest along is the ${goalName(furthest)}, at ${numberText(furthest.progress_percent)} percent.`
      : '',
  ]);
}

function tasks({ action_items: { open, overdue, by_priority } }: InsightContext): string {
  if (open === 0) return 'No tasks are open.';
  const by = (['high', 'medium', 'low'] as const).filter((level) => by_priority[level] > 0);
  return joinSentences([
    `${counted(open, 'task')} ${open === 1 ? 'is' : 'are'} open, ${overdue === 0 ? 'none of them overdue' : `${numberText(overdue)} of them overdue`}.`,
    by.length > 0 ? `By priority: ${joinWords(by.map((level) => `${numberText(by_priority[level])} ${level}`))}.` : '',
    overdue > 0 ? 'Finish, delegate or drop the overdue ones before starting anything new.' : '',
  ]);
}

const partsAmong = ({ visibility }: InsightContext, keys: ScoreKey[]) =>
  (visibility?.components ?? [])
    .filter(({ key }) => keys.includes(key))
    .map(({ key, score }) => ({ name: componentName(key), score }));

function content(context: InsightContext): string {
  const posts = context.content.published_posts;
  const parts = partsAmong(context, ['content', 'content_quality', 'freshness']);
  return joinSentences([
    posts === 0
      ? 'Nothing is published yet.'
      : `${capitalize(counted(posts, 'post'))} ${posts === 1 ? 'is' : 'are'} published.`,
    parts.length > 0 ? `In the latest scan the content shows as ${joinWords(parts.map(scoreText))}.` : '',
  ]);
}

function social(context: InsightContext): string {
  const { reach, engagement } = context.social;
  const parts = partsAmong(context, ['social', 'brand_mentions']);
  return joinSentences([
    hasSocial(context)
      ? `On social networks the reach is ${numberText(reach)}, with ${counted(engagement, 'reaction')}.`
      : 'No social figures are recorded; once profiles are connected, reach and engagement can be judged.',
    parts.length > 0 ? `The latest scan saw ${joinWords(parts.map(scoreText))}.` : '',
  ]);
}

type SummaryTopic = 'trends' | 'scores' | 'traffic' | 'goals' | 'tasks' | 'content' | 'social';

const SUMMARIES: Record<SummaryTopic, [(context: InsightContext) => string, Source[]]> = {
  trends: [trends, ['visibility_scores']],
  scores: [scores, ['visibility_scores']],
  traffic: [traffic, ['analytics']],
  goals: [goals, ['goals']],
  tasks: [tasks, ['action_items']],
  content: [content, ['content', 'visibility_scores']],
  social: [social, ['social', 'visibility_scores']],
};

/** Summarizes the figures on a topic. */
export function summarizeTopic(topic: SummaryTopic, context: InsightContext): TopicSummary {
  const [summarize, sources] = SUMMARIES[topic];
  return { text: summarize(context), sources };
}
