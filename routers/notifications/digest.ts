import type { TenantDb } from '../../db/handles.ts';
import type { Tenant } from '../../db/tenant.ts';
import { countTasksDue, readGoalsSummary, readOpenGoals, readTasksDue } from '../dashboard/public.ts';
import type { Module } from '../modules.ts';
import { plusDays } from '../values/days.ts';
import {
  latestEvidence,
  latestScan,
  mentionRate,
  readDayTotals,
  readLatestChange,
  readScoreChange,
  searchTotals,
  topRecommendations,
} from '../visibility/public.ts';

const DAY = 86_400_000;
const GOALS = 5;
const TASKS = 5;
const NEXT = 3;

async function nextSteps(db: TenantDb, tenant: Tenant) {
  const scan = await latestScan(db, tenant, ['recommendations']);
  return topRecommendations(tenant.clientId, scan, NEXT).map(({ title }) => title);
}

/** What AI assistants answered in the latest scan with answers, and what became of the rate since the one before. */
async function readMentions(db: TenantDb, tenant: Tenant) {
  const evidence = await latestEvidence(db, tenant);
  return evidence && { ...mentionRate(evidence), change: evidence.change };
}

/** Web search in the 7 days up to the last with figures, and the change of clicks; undefined without recent ones. */
async function readSearchWeek(db: TenantDb, tenant: Tenant, today: string) {
  const days = await readDayTotals(db, tenant, { from: plusDays(today, -21), to: plusDays(today, -1) });
  const until = days.at(-1)?.date;
  if (until === undefined) return undefined;
  const weekTo = (to: string) => searchTotals(days.filter(({ date }) => date > plusDays(to, -7) && date <= to));
  const { clicks, impressions } = weekTo(until);
  const before = weekTo(plusDays(until, -7));
  return { until, clicks, impressions, change: before.days === 7 ? clicks - before.clicks : null };
}

/**
 * What the week was for an organization, on a day in its time zone, in the parts that its people see. Undefined when
 * there is nothing to tell: no scan came in the last seven days, and no goal and no task is due in the next seven.
 */
export async function readDigest(db: TenantDb, tenant: Tenant, shown: ReadonlySet<Module>, today: string) {
  const soon = plusDays(today, 7);
  const [latest, scored, mentions, search, goals, goalsSummary, tasks, tasksDue, next] = await Promise.all([
    readLatestChange(db, tenant),
    shown.has('visibility') ? readScoreChange(db, tenant) : undefined,
    shown.has('ai_search') ? readMentions(db, tenant) : undefined,
    shown.has('search') ? readSearchWeek(db, tenant, today) : undefined,
    shown.has('goals') ? readOpenGoals(db, tenant, today, GOALS) : [],
    readGoalsSummary(db, tenant, today),
    shown.has('tasks') ? readTasksDue(db, tenant, today, soon, TASKS) : [],
    countTasksDue(db, tenant, soon),
    shown.has('plan') ? nextSteps(db, tenant) : [],
  ]);

  // A run may have brought AI search alone.
  const score = scored && scored.score !== null ? { ...scored, score: scored.score } : undefined;
  const isScanNew =
    latest !== undefined &&
    (score !== undefined || mentions !== undefined) &&
    latest.receivedAt.getTime() >= Date.parse(today) - 7 * DAY;
  const isGoalDue = goals.some(({ deadline }) => deadline !== null && deadline <= soon);
  if (!isScanNew && !isGoalDue && tasks.length === 0) return undefined;
  return {
    organization: tenant.name,
    timezone: tenant.timezone,
    score,
    mentions,
    search,
    goals,
    goalsSummary,
    tasks,
    tasksDue,
    next,
  };
}

export type Digest = NonNullable<Awaited<ReturnType<typeof readDigest>>>;
