import { goals } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { clientDb } from './client-db.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const GOALS = [
  {
    title: 'Visibility in AI search above 55',
    unit: 'points',
    baseline: 18,
    current: 44.4,
    target: 55,
    status: 'in_progress',
    deadline: 90,
  },
  {
    title: 'Two hundred reviews',
    unit: 'reviews',
    baseline: 120,
    current: 168,
    target: 200,
    status: 'in_progress',
    deadline: -6,
  },
  {
    title: 'Front page in under two seconds',
    unit: 's',
    baseline: 4.8,
    current: 2.6,
    target: 2,
    status: 'in_progress',
    deadline: 40,
  },
  {
    title: 'Verified in six directories',
    unit: 'directories',
    baseline: 2,
    current: 6,
    target: 6,
    status: 'completed',
    deadline: -20,
  },
  {
    title: 'A page for each service',
    unit: '%',
    baseline: 0,
    current: 0,
    target: 100,
    status: 'not_started',
    deadline: null,
  },
] as const;

/** Goals of a client: some on track, one overdue, one reached. */
export const insertGoals = (
  portal: { deps: Deps },
  clientId: string,
  { externalId = 'goal-', ...facts }: { title?: string; unit?: string; externalId?: string } = {},
) =>
  clientDb(portal, clientId)
    .insert(goals)
    .values(
      GOALS.map(({ baseline, current, target, deadline, ...goal }, index) => ({
        clientId,
        externalId: `${externalId}${index}`,
        goalType: 'metric',
        category: 'visibility',
        priority: 'high' as const,
        baselineValue: baseline,
        currentValue: current,
        targetValue: target,
        deadline: deadline === null ? null : inDays(deadline),
        ...goal,
        ...facts,
      })),
    );
