import type { TenantDb } from '../../db/handles.ts';
import type { Tenant } from '../../db/tenant.ts';
import { countTasksDue, readGoalsSummary, readOpenGoals, readTasksDue } from '../dashboard/public.ts';
import { plusDays } from '../days.ts';
import { latestScan, readLatestChange, topRecommendations } from '../visibility/public.ts';

const DAY = 86_400_000;
const GOALS = 5;
const TASKS = 5;
const NEXT = 3;

async function nextSteps(db: TenantDb, tenant: Tenant) {
  const scan = await latestScan(db, tenant, ['recommendations']);
  return topRecommendations(tenant.clientId, scan, NEXT).map(({ title }) => title);
}

/**
 * What the week was for an organization, on a day in its time zone. Undefined when there is nothing to tell: no scan came
 * in the last seven days, and no goal and no task is due in the next seven.
 */
export async function readDigest(db: TenantDb, tenant: Tenant, today: string) {
  const soon = plusDays(today, 7);
  const [score, goals, goalsSummary, tasks, tasksDue, next] = await Promise.all([
    readLatestChange(db, tenant),
    readOpenGoals(db, tenant, today, GOALS),
    readGoalsSummary(db, tenant, today),
    readTasksDue(db, tenant, today, soon, TASKS),
    countTasksDue(db, tenant, soon),
    nextSteps(db, tenant),
  ]);

  const isScanNew = score !== undefined && score.receivedAt.getTime() >= Date.parse(today) - 7 * DAY;
  const isGoalDue = goals.some(({ deadline }) => deadline !== null && deadline <= soon);
  if (!isScanNew && !isGoalDue && tasks.length === 0) return undefined;
  return {
    organization: tenant.name,
    timezone: tenant.timezone,
    score,
    goals,
    goalsSummary,
    tasks,
    tasksDue,
    next,
  };
}

export type Digest = NonNullable<Awaited<ReturnType<typeof readDigest>>>;
