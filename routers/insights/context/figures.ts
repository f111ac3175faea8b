import { and, asc, between, count, desc, eq, inArray, notInArray, sql, sum } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { tenantQuery } from '../../../db/prepared.ts';
import { actionItems, goals, scoreRuns, socialProfiles, websiteDaily } from '../../../db/schema/index.ts';
import { total, weightedMean } from '../../../db/sums.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { InsightContext } from '../../../insights/wire.ts';
import { actionItemsSummary, isGoalOverdue, progressPercent } from '../../dashboard/public.ts';
import { periodOf, todayIn } from '../../days.ts';
import { oneDecimal } from '../../rounding.ts';
import { scoreChange } from '../../visibility/public.ts';
import { categoryOf, goalTypeOf, scoreKeyOf } from './closed-lists.ts';

// The parts of the context, one statement each. Numbers and words of closed lists leave here, and nothing else does.

const clientId = sql.placeholder('clientId');
const whole = (sum: number | string | null | undefined) =>
  Math.min(Math.round(Number(sum ?? 0)), Number.MAX_SAFE_INTEGER);

const latestTwo = tenantQuery((db) =>
  db
    .select({
      rawScore: scoreRuns.rawScore,
      dynamicScore: scoreRuns.dynamicScore,
      confidence: scoreRuns.confidence,
      tiers: scoreRuns.tiers,
      components: scoreRuns.components,
      completedAt: scoreRuns.completedAt,
    })
    .from(scoreRuns)
    .where(eq(scoreRuns.clientId, clientId))
    .orderBy(desc(scoreRuns.completedAt), desc(scoreRuns.id))
    .limit(2),
);

type Scored = { key: string; score: number };

/** Takes out of a part what may leave, and says how it moved since it was seen among those before. */
const partOf =
  (before: Scored[] = []) =>
  ({ key, score, weight }: Scored & { weight: number }) => {
    const then = before.find((part) => part.key === key);
    return { key: scoreKeyOf(key), score, weight, change: then ? oneDecimal(score - then.score) : null };
  };

/** The latest scan, and how it differs from the one before; null without a scan. */
export async function visibility(db: TenantDb, tenant: Tenant): Promise<InsightContext['visibility']> {
  const [latest, before] = await latestTwo(db).execute({ clientId: tenant.clientId });
  if (!latest) return null;
  const { rawScore, dynamicScore, confidence, tiers, components, completedAt } = latest;
  return {
    overall: { raw_score: rawScore, dynamic_score: dynamicScore, confidence },
    change: scoreChange(latest, before),
    tiers: tiers.map(partOf(before?.tiers)),
    components: components.map(partOf(before?.components)),
    calculated_at: completedAt.toISOString(),
  };
}

const traffic = tenantQuery((db) =>
  db
    .select({
      sessions: total(websiteDaily.sessions),
      users: total(websiteDaily.users),
      pageviews: total(websiteDaily.pageviews),
      conversions: total(websiteDaily.conversions),
      bounceRate: weightedMean(websiteDaily.bounceRate, websiteDaily.sessions),
    })
    .from(websiteDaily)
    .where(
      and(
        eq(websiteDaily.clientId, clientId),
        between(websiteDaily.date, sql.placeholder('from'), sql.placeholder('to')),
      ),
    ),
);

/** The last 30 full days of the client's own calendar. A session that did not bounce is an engaged one. */
export async function analytics(db: TenantDb, tenant: Tenant): Promise<InsightContext['analytics']> {
  const { period, days } = periodOf({}, tenant.timezone);
  const [sums] = await traffic(db).execute({ clientId: tenant.clientId, ...period });
  const bounced = Math.min(100, Math.max(0, sums?.bounceRate ?? 100));
  return {
    period_days: days,
    sessions: whole(sums?.sessions),
    users: whole(sums?.users),
    pageviews: whole(sums?.pageviews),
    engagement_rate: Math.round((100 - bounced) * 10) / 1000,
    conversions: whole(sums?.conversions),
  };
}

const activeGoals = tenantQuery((db) =>
  db
    .select()
    .from(goals)
    .where(and(eq(goals.clientId, clientId), inArray(goals.status, ['not_started', 'in_progress'])))
    .orderBy(asc(goals.deadline), asc(goals.priority), asc(goals.id))
    .limit(100),
);

/** The goals that are being worked on, the one that is due first at the head. */
export async function goalsUnderWay(db: TenantDb, { clientId, timezone }: Tenant): Promise<InsightContext['goals']> {
  const today = todayIn(timezone);
  const found = await activeGoals(db).execute({ clientId });
  return found.map((goal) => ({
    goal_type: goalTypeOf(goal.goalType),
    category: categoryOf(goal.category),
    status: goal.status,
    priority: goal.priority,
    progress_percent: progressPercent(goal),
    is_overdue: isGoalOverdue(goal, today),
  }));
}

const openItems = tenantQuery((db) =>
  db
    .select({
      status: actionItems.status,
      dueDate: actionItems.dueDate,
      priority: actionItems.priority,
      count: count(),
    })
    .from(actionItems)
    .where(and(eq(actionItems.clientId, clientId), notInArray(actionItems.status, ['done', 'dismissed'])))
    .groupBy(actionItems.status, actionItems.dueDate, actionItems.priority),
);

/** What is to be done, and how much of it should have been. */
export async function tasks(db: TenantDb, { clientId, timezone }: Tenant): Promise<InsightContext['action_items']> {
  const kinds = await openItems(db).execute({ clientId });
  const of = (wanted: string) =>
    kinds.filter(({ priority }) => priority === wanted).reduce((sum, kind) => sum + kind.count, 0);
  return {
    ...actionItemsSummary(kinds, todayIn(timezone)),
    by_priority: { high: of('high'), medium: of('medium'), low: of('low') },
  };
}

const latestProfiles = tenantQuery((db) => {
  const { platform, handle, reach, engagement, asOf, updatedAt } = socialProfiles;
  const latest = db
    .selectDistinctOn([platform, handle], { reach, engagement })
    .from(socialProfiles)
    .where(eq(socialProfiles.clientId, clientId))
    .orderBy(platform, handle, desc(asOf), desc(updatedAt))
    .as('latest');
  return db.select({ reach: sum(latest.reach), engagement: sum(latest.engagement) }).from(latest);
});

/** All profiles together, each as it stood last. */
export async function social(db: TenantDb, { clientId }: Tenant): Promise<InsightContext['social']> {
  const [sums] = await latestProfiles(db).execute({ clientId });
  return { reach: whole(sums?.reach), engagement: whole(sums?.engagement) };
}
