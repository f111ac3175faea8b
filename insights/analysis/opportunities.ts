import type { InsightContext, InsightLevel, ScoreKey, Source } from '../wire.ts';
import { goalsInProgress, hasSocial, hasTraffic, mostUrgentGoal } from './facts.ts';
import type { Advice, AdviceTexts } from './wording/advice.ts';

/** A possible recommendation, not yet ranked. */
export interface Opportunity {
  title: string;
  description: string;
  effort: InsightLevel;
  impact: InsightLevel;
  /** Relative value, 0–1. */
  worth: number;
  source: Source;
  /** The score component it improves, if any. */
  part?: ScoreKey;
}

const WORTH: Record<InsightLevel, number> = { high: 0.85, medium: 0.55, low: 0.3 };

const opportunity = (
  source: Source,
  impact: InsightLevel,
  effort: InsightLevel,
  [title, description]: Advice,
): Opportunity => ({ source, impact, worth: WORTH[impact], effort, title, description });

function fromGoals(context: InsightContext, texts: AdviceTexts): Opportunity[] {
  if (context.goals.length === 0) return [opportunity('goals', 'low', 'low', texts.noGoals)];

  const active = goalsInProgress(context);
  const overdue = active.filter(({ is_overdue }) => is_overdue).length;
  const urgent = mostUrgentGoal(active);
  if (!urgent) return [];
  if (overdue > 0) return [opportunity('goals', urgent.priority, 'medium', texts.overdueGoals(urgent, overdue))];
  return urgent.progress_percent < 50 ? [opportunity('goals', urgent.priority, 'medium', texts.focus(urgent))] : [];
}

function fromTasks({ action_items: tasks }: InsightContext, texts: AdviceTexts): Opportunity[] {
  const { open, overdue, by_priority } = tasks;
  if (overdue > 0) {
    const effort = overdue <= 3 ? 'low' : overdue <= 10 ? 'medium' : 'high';
    return [opportunity('action_items', overdue * 2 >= open ? 'high' : 'medium', effort, texts.overdueTasks(tasks))];
  }
  return by_priority.high > 0 ? [opportunity('action_items', 'medium', 'medium', texts.importantTasks(tasks))] : [];
}

function fromTraffic(context: InsightContext, texts: AdviceTexts): Opportunity[] {
  const { analytics } = context;
  const { sessions, engagement_rate: rate, conversions } = analytics;
  if (!hasTraffic(context)) return [opportunity('analytics', 'low', 'low', texts.noTraffic(analytics))];
  // With fewer than 100 sessions a missing conversion is not significant.
  const convertsPoorly = sessions >= 100 && conversions < sessions / 100;
  const impact = conversions < sessions / 200 ? 'high' : 'medium';
  return [
    ...(convertsPoorly ? [opportunity('analytics', impact, 'medium', texts.fewConversions(analytics))] : []),
    ...(rate > 0 && rate < 0.4 ? [opportunity('analytics', 'medium', 'medium', texts.fewStay(analytics))] : []),
  ];
}

function fromContent({ content: { published_posts: posts } }: InsightContext, texts: AdviceTexts): Opportunity[] {
  if (posts >= 5) return [];
  return [opportunity('content', posts === 0 ? 'medium' : 'low', 'medium', texts.content(posts))];
}

function fromSocial(context: InsightContext, texts: AdviceTexts): Opportunity[] {
  const { reach, engagement } = context.social;
  if (!hasSocial(context) || engagement >= reach / 100) return [];
  return [opportunity('social', 'low', 'medium', texts.social(context.social))];
}

/** Opportunities from goals, tasks, traffic, content and social networks. */
export const opportunities = (context: InsightContext, texts: AdviceTexts): Opportunity[] => [
  ...fromGoals(context, texts),
  ...fromTasks(context, texts),
  ...fromTraffic(context, texts),
  ...fromContent(context, texts),
  ...fromSocial(context, texts),
];
