import type { InsightContext } from '../wire.ts';

export type Goal = InsightContext['goals'][number];

const ACTIVE = new Set(['not_started', 'in_progress']);

export const goalsInProgress = ({ goals }: InsightContext) => goals.filter(({ status }) => ACTIVE.has(status));

/** Whether any traffic is recorded; zeros throughout mean that no source is connected. */
export const hasTraffic = ({ analytics: { sessions, users, pageviews } }: InsightContext) =>
  sessions + users + pageviews > 0;

export const hasSocial = ({ social: { reach, engagement } }: InsightContext) => reach + engagement > 0;

/** Whether the context has any data. */
export const hasAnyData = (context: InsightContext) =>
  context.visibility !== null ||
  context.goals.length > 0 ||
  context.action_items.open > 0 ||
  context.content.published_posts > 0 ||
  hasTraffic(context) ||
  hasSocial(context);

/** The name of a goal in a sentence, from its type or else its category. */
export const goalName = ({ goal_type, category }: Goal) => {
  const subject = goal_type === 'other' ? category : goal_type;
  return subject === 'other' ? 'goal' : `${subject === 'seo' ? 'SEO' : subject} goal`;
};

const PRIORITY_ORDER = { high: 0, medium: 1, low: 2 };

/** The most urgent goal: overdue first, then by priority, then by least progress. */
export const mostUrgentGoal = (goals: Goal[]): Goal | undefined =>
  goals.toSorted(
    (a, b) =>
      Number(b.is_overdue) - Number(a.is_overdue) ||
      PRIORITY_ORDER[a.priority] - PRIORITY_ORDER[b.priority] ||
      a.progress_percent - b.progress_percent,
  )[0];
