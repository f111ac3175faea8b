import type { InsightContext, ScoreKey, Source } from '../wire.ts';
import { activeGoals, hasSocial, hasTraffic, nameOf, neediest } from './facts.ts';
import { gaps, type Visibility } from './gaps.ts';
import { movement } from './scores.ts';
import type { Topic } from './topics.ts';
import { count, figure, list, percentText, sentence, spoken, together } from './words.ts';

/** What is said of a topic, and the data that it was taken from. Every figure in it is one of the context. */
export interface Said {
  text: string;
  sources: Source[];
}

const NO_SCAN = 'There is no completed scan yet; as soon as the first one is in, its scores are explained here.';

const at = ({ name, score }: { name: string; score: number }) => `${name} at ${figure(score)}`;

const change = ({ change }: Visibility) => {
  if (change === null) return 'The latest scan is the first one, so there is nothing to compare it with yet.';
  if (change === 0) return 'The score has not moved since the scan before.';
  return `The score ${change > 0 ? 'rose' : 'fell'} by ${figure(Math.abs(change))} points since the scan before.`;
};

function scores({ visibility }: InsightContext): string {
  if (!visibility) return NO_SCAN;
  const { dynamic_score: dynamic, raw_score: raw, confidence } = visibility.overall;
  const weak = gaps(visibility).slice(0, 3);
  const weakest = new Set(weak.map(({ key }) => key));
  const strong = visibility.components
    .filter(({ key }) => !weakest.has(key))
    .map(({ key, score }) => ({ name: spoken(key), score }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 2);
  return together([
    `The visibility score is ${figure(dynamic)} and the raw score ${figure(raw)}, at a confidence of ${percentText(confidence)}.`,
    weak.length > 0 ? `What holds it back most is ${list(weak.map(at))}.` : '',
    strong.length > 0 ? `What carries it best is ${list(strong.map(at))}.` : '',
  ]);
}

function trends({ visibility }: InsightContext): string {
  if (!visibility) return NO_SCAN;
  const moved = movement(visibility);
  const unknown = visibility.change ? 'Which component moved it cannot be told from these figures.' : '';
  return together([change(visibility), moved || unknown]);
}

function traffic(context: InsightContext): string {
  const { period_days: days, sessions, users, pageviews, engagement_rate: rate, conversions } = context.analytics;
  if (!hasTraffic(context))
    return `No visits are recorded for the last ${figure(days)} days; once website analytics is connected, traffic can be judged.`;
  return together([
    `In the last ${figure(days)} days the website had ${count(sessions, 'session')} by ${count(users, 'user')}, with ${count(pageviews, 'pageview')}.`,
    `The engagement rate was ${percentText(rate)}, and there ${conversions === 1 ? 'was' : 'were'} ${count(conversions, 'conversion')}.`,
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
  const late = all.filter(({ is_overdue }) => is_overdue).length;
  const active = activeGoals(context);
  const needy = neediest(active);
  const [furthest] = active.toSorted((a, b) => b.progress_percent - a.progress_percent);
  return together([
    `There ${all.length === 1 ? 'is' : 'are'} ${count(all.length, 'goal')}: ${list(by)}.`,
    late > 0 ? `${late} of them ${late === 1 ? 'is' : 'are'} overdue.` : 'None of them is overdue.',
    needy
      ? `The one to look at first is the ${nameOf(needy)} of ${needy.priority} priority, at ${figure(needy.progress_percent)} percent.`
      : '',
    furthest && furthest !== needy
      ? `Furthest along is the ${nameOf(furthest)}, at ${figure(furthest.progress_percent)} percent.`
      : '',
  ]);
}

function tasks({ action_items: { open, overdue, by_priority } }: InsightContext): string {
  if (open === 0) return 'No tasks are open.';
  const by = (['high', 'medium', 'low'] as const).filter((level) => by_priority[level] > 0);
  return together([
    `${count(open, 'task')} ${open === 1 ? 'is' : 'are'} open, ${overdue === 0 ? 'none of them overdue' : `${figure(overdue)} of them overdue`}.`,
    by.length > 0 ? `By priority: ${list(by.map((level) => `${figure(by_priority[level])} ${level}`))}.` : '',
    overdue > 0 ? 'Finish, hand on or strike out the overdue ones before anything new is begun.' : '',
  ]);
}

const partsAmong = ({ visibility }: InsightContext, keys: ScoreKey[]) =>
  (visibility?.components ?? [])
    .filter(({ key }) => keys.includes(key))
    .map(({ key, score }) => ({ name: spoken(key), score }));

function content(context: InsightContext): string {
  const posts = context.content.published_posts;
  const parts = partsAmong(context, ['content', 'content_quality', 'freshness']);
  return together([
    posts === 0
      ? 'Nothing is published yet.'
      : `${sentence(count(posts, 'post'))} ${posts === 1 ? 'is' : 'are'} published.`,
    parts.length > 0 ? `In the latest scan the content shows as ${list(parts.map(at))}.` : '',
  ]);
}

function social(context: InsightContext): string {
  const { reach, engagement } = context.social;
  const parts = partsAmong(context, ['social', 'brand_mentions']);
  return together([
    hasSocial(context)
      ? `On social networks the reach is ${figure(reach)}, with ${count(engagement, 'reaction')}.`
      : 'No social figures are recorded; once profiles are connected, reach and engagement can be judged.',
    parts.length > 0 ? `The latest scan saw ${list(parts.map(at))}.` : '',
  ]);
}

const SPEAK: Record<Exclude<Topic, 'advice'>, [(context: InsightContext) => string, Source[]]> = {
  trends: [trends, ['visibility_scores']],
  scores: [scores, ['visibility_scores']],
  traffic: [traffic, ['analytics']],
  goals: [goals, ['goals']],
  tasks: [tasks, ['action_items']],
  content: [content, ['content', 'visibility_scores']],
  social: [social, ['social', 'visibility_scores']],
};

/** Says in plain words what the figures show of a topic. */
export function speakOn(topic: Exclude<Topic, 'advice'>, context: InsightContext): Said {
  const [speak, sources] = SPEAK[topic];
  return { text: speak(context), sources };
}
