import type { InsightContext } from '../wire.ts';

export type Goal = InsightContext['goals'][number];

const ACTIVE = new Set(['not_started', 'in_progress']);

export const activeGoals = ({ goals }: InsightContext) => goals.filter(({ status }) => ACTIVE.has(status));

/** Whether anything was counted on the website; zeros all over mean that no source is connected. */
export const hasTraffic = ({ analytics: { sessions, users, pageviews } }: InsightContext) =>
  sessions + users + pageviews > 0;

export const hasSocial = ({ social: { reach, engagement } }: InsightContext) => reach + engagement > 0;

/** Whether there is anything at all to speak of. */
export const hasAnyData = (context: InsightContext) =>
  context.visibility !== null ||
  context.goals.length > 0 ||
  context.action_items.open > 0 ||
  context.content.published_posts > 0 ||
  hasTraffic(context) ||
  hasSocial(context);

/** A goal as it is called in a sentence: what it is for, by its category where the type says nothing. */
export const goalName = ({ goal_type, category }: Goal) => {
  const word = goal_type === 'other' ? category : goal_type;
  return word === 'other' ? 'goal' : `${word === 'seo' ? 'SEO' : word} goal`;
};

const WEIGHT = { high: 0, medium: 1, low: 2 };

/** The goal that needs attention first: overdue, then important, then least advanced. */
export const mostUrgentGoal = (goals: Goal[]): Goal | undefined =>
  goals.toSorted(
    (a, b) =>
      Number(b.is_overdue) - Number(a.is_overdue) ||
      WEIGHT[a.priority] - WEIGHT[b.priority] ||
      a.progress_percent - b.progress_percent,
  )[0];
