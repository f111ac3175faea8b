import { and, asc, count, desc, eq, inArray, notInArray, sql, sum } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { tenantQuery } from '../../../db/prepared.ts';
import { actionItems, goals, scoreRuns, socialProfiles } from '../../../db/schema/index.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { InsightContext } from '../../../insights/wire.ts';
import { actionItemsSummary, isGoalOverdue, progressPercent } from '../../dashboard/public.ts';
import { periodOf, todayIn } from '../../values/days.ts';
import { readPrimarySource } from '../../values/primary-source.ts';
import { oneDecimal } from '../../values/rounding.ts';
import { readWebsiteDays, websiteTotals } from '../../values/website-parts.ts';
import { readPeriodUsers } from '../../values/website-users.ts';
import { evidenceFigures, latestEvidence, readBusinessRecord, scoreChange } from '../../visibility/public.ts';
import { aiSearch } from './ai-search.ts';
import { categoryOf, goalTypeOf, scoreKeyOf } from './closed-lists.ts';
import { lastChange } from './last-change.ts';
import { scoreMonths } from './score-months.ts';

// The parts of the context, one statement each: only numbers and words from closed lists.

const clientId = sql.placeholder('clientId');
const toInteger = (sum: number | string | null | undefined) =>
  Math.min(Math.round(Number(sum ?? 0)), Number.MAX_SAFE_INTEGER);

const latestTwoScans = tenantQuery((db) =>
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

/** Keeps the permitted fields of a score part and adds its change since the previous scan. */
const toScorePart =
  (previous: Scored[] = []) =>
  ({ key, score, weight }: Scored & { weight: number }) => {
    const earlier = previous.find((part) => part.key === key);
    return { key: scoreKeyOf(key), score, weight, change: earlier ? oneDecimal(score - earlier.score) : null };
  };

/** The latest scan with its changes since the previous one; null without a scan. */
export async function visibility(db: TenantDb, tenant: Tenant): Promise<InsightContext['visibility']> {
  const [[latest, previous], answered, { website }, months] = await Promise.all([
    latestTwoScans(db).execute({ clientId: tenant.clientId }),
    latestEvidence(db, tenant),
    readBusinessRecord(db, tenant),
    scoreMonths(db, tenant),
  ]);
  if (!latest) return null;
  const evidence = evidenceFigures(answered, website);
  const change = scoreChange(latest, previous);
  // Asked why the score changed, nobody means that the last two scans are the same.
  const moved = change === 0 ? await lastChange(db, tenant) : undefined;
  const { rawScore, dynamicScore, confidence, tiers, components, completedAt } = latest;
  return {
    overall:
      rawScore === null || dynamicScore === null || confidence === null
        ? null
        : { raw_score: rawScore, dynamic_score: dynamicScore, confidence },
    change,
    tiers: tiers.map(toScorePart(previous?.tiers)),
    components: components.map(toScorePart(previous?.components)),
    ...(moved && { last_change: moved }),
    ...(months.length > 0 && { by_month: months }),
    ...(evidence && { ai_search: aiSearch(evidence) }),
    calculated_at: completedAt.toISOString(),
  };
}

/** Traffic of the last 30 full days in the client's time zone. Sessions that do not bounce count as engaged. */
export async function analytics(db: TenantDb, tenant: Tenant): Promise<InsightContext['analytics']> {
  const { period, days } = periodOf({}, tenant.timezone);
  const primary = await readPrimarySource(db, tenant);
  const [dailySums, usersOf] = await Promise.all([
    readWebsiteDays(db, tenant, primary, period),
    readPeriodUsers(db, tenant, primary === null ? [] : [primary], [period]),
  ]);
  const sums = websiteTotals(dailySums);
  const bounced = Math.min(100, Math.max(0, sums.bounceRate ?? 100));
  return {
    period_days: days,
    sessions: toInteger(sums.sessions),
    users: toInteger(usersOf(primary, period, sums.users).users),
    pageviews: toInteger(sums.pageviews),
    engagement_rate: Math.round((100 - bounced) * 10) / 1000,
    conversions: toInteger(sums.conversions),
  };
}

const activeGoalRows = tenantQuery((db) =>
  db
    .select()
    .from(goals)
    .where(and(eq(goals.clientId, clientId), inArray(goals.status, ['not_started', 'in_progress'])))
    .orderBy(asc(goals.deadline), asc(goals.priority), asc(goals.id))
    .limit(100),
);

/** The active goals, earliest deadline first. */
export async function activeGoals(db: TenantDb, { clientId, timezone }: Tenant): Promise<InsightContext['goals']> {
  const today = todayIn(timezone);
  const rows = await activeGoalRows(db).execute({ clientId });
  return rows.map((goal) => ({
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

/** Open and overdue tasks, and open tasks by priority. */
export async function tasks(db: TenantDb, { clientId, timezone }: Tenant): Promise<InsightContext['action_items']> {
  const kinds = await openItems(db).execute({ clientId });
  const countOf = (level: string) =>
    kinds.filter(({ priority }) => priority === level).reduce((sum, kind) => sum + kind.count, 0);
  return {
    ...actionItemsSummary(kinds, todayIn(timezone)),
    by_priority: { high: countOf('high'), medium: countOf('medium'), low: countOf('low') },
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

/** Totals of the latest figures of each profile. */
export async function social(db: TenantDb, { clientId }: Tenant): Promise<InsightContext['social']> {
  const [sums] = await latestProfiles(db).execute({ clientId });
  return { reach: toInteger(sums?.reach), engagement: toInteger(sums?.engagement) };
}
