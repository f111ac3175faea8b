import type { InsightContext, ScoreKey } from '../../wire.ts';
import type { Goal } from '../facts.ts';
import type { Gap } from '../gaps.ts';

export type Advice = [title: string, description: string];
type Part<Key extends keyof InsightContext> = NonNullable<InsightContext[Key]>;

/** The recommendations in one language. `{customers}` stands for the industry's term. */
export interface AdviceTexts {
  action(key: ScoreKey): Advice;
  /** What closing a gap could bring. */
  gain(gap: Gap, servesGoal: boolean): string;
  noGoals: Advice;
  overdueGoals(urgent: Goal, count: number): Advice;
  focus(urgent: Goal): Advice;
  overdueTasks(tasks: Part<'action_items'>): Advice;
  importantTasks(tasks: Part<'action_items'>): Advice;
  noTraffic(analytics: Part<'analytics'>): Advice;
  fewConversions(analytics: Part<'analytics'>): Advice;
  fewStay(analytics: Part<'analytics'>): Advice;
  content(posts: number): Advice;
  social(social: Part<'social'>): Advice;
}
