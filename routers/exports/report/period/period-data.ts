import type { TenantDb } from '../../../../db/handles.ts';
import type { Tenant } from '../../../../db/tenant.ts';
import { summarizeReviews } from '../../../analytics/public.ts';
import { readAnnotations } from '../../../annotations/public.ts';
import { readPublished } from '../../../cms/public.ts';
import { readBrokenConnections } from '../../../connections/public.ts';
import { readPerformance } from '../../../content/public.ts';
import { readDoneTasks, readGoals, readGoalsSummary, readTasksDue } from '../../../dashboard/public.ts';
import type { Module } from '../../../modules.ts';
import { type DayRange, periodOf, plusDays, todayIn } from '../../../values/days.ts';
import { oneDecimal } from '../../../values/rounding.ts';
import {
  latestScan,
  overallScore,
  readBusinessRecord,
  readSearchFigures,
  readTraffic,
  topRecommendations,
} from '../../../visibility/public.ts';
import { GOALS, readReportedScan } from '../report-data.ts';
import { paperOf } from './paper.ts';
import { REPORT_SECTIONS, type ReportSection } from './report-sections.ts';

const ROWS = { tasks: 30, due: 12, recommended: 3, pages: 30, notes: 30 };
/** How far ahead tasks count as next, in days. */
const AHEAD = 31;

/** What the people of a client must see to be shown a section. */
const MODULE_OF: Record<ReportSection, Module | undefined> = {
  overview: undefined,
  scores: 'visibility',
  ai_search: 'ai_search',
  competitors: 'competitors',
  website: 'website',
  search: 'search',
  reviews: 'reviews',
  listings: 'listings',
  goals: 'goals',
  tasks: 'tasks',
  content: 'content',
};

type Scan = NonNullable<Awaited<ReturnType<typeof readReportedScan>>>;

/** Change of the overall score since the last scan before the period; null where one has none, or both are one. */
async function readScoreChange(db: TenantDb, tenant: Tenant, { overall, runId }: Scan, from: string) {
  const before = await latestScan(db, tenant, [], plusDays(from, -1));
  const earlier = before && before.runId !== runId ? overallScore(before) : null;
  if (!before || earlier === null || overall === null) return null;
  return { points: oneDecimal(overall - earlier), since: before.asOf };
}

/** The scan that tells of a period, and how the score has changed. */
async function readScan(db: TenantDb, tenant: Tenant, shown: ReadonlySet<Module>, period: DayRange) {
  const scan = await readReportedScan(db, tenant, shown, period);
  return { scan, scoreChange: scan ? await readScoreChange(db, tenant, scan, period.from) : null };
}

async function readReviewPeriods(db: TenantDb, tenant: Tenant, period: DayRange, before: DayRange) {
  const [now, earlier] = await Promise.all([
    summarizeReviews(db, tenant, period),
    summarizeReviews(db, tenant, before),
  ]);
  return { now, before: earlier };
}

async function readContent(db: TenantDb, tenant: Tenant, period: DayRange, before: DayRange) {
  const [published, performance, earlier] = await Promise.all([
    readPublished(db, tenant, period, ROWS.pages),
    readPerformance(db, tenant, period),
    readPerformance(db, tenant, before),
  ]);
  return { published, performance, before: earlier };
}

async function readGoalsOf(db: TenantDb, tenant: Tenant, today: string) {
  const [{ rows: goals }, goalsSummary] = await Promise.all([
    readGoals(db, tenant, { limit: GOALS }),
    readGoalsSummary(db, tenant, today),
  ]);
  return { goals, goalsSummary };
}

/** Tasks done in the period; due ones, and what is recommended, are those of today. */
async function readTasks(
  db: TenantDb,
  tenant: Tenant,
  shown: ReadonlySet<Module>,
  { today, period }: { today: string; period: DayRange },
) {
  const [done, due, latest] = await Promise.all([
    readDoneTasks(db, tenant, period, ROWS.tasks),
    readTasksDue(db, tenant, today, plusDays(today, AHEAD), ROWS.due),
    shown.has('plan') ? latestScan(db, tenant, ['recommendations']) : undefined,
  ]);
  return { done, due, recommended: topRecommendations(tenant.clientId, latest, ROWS.recommended) };
}

/** Reads what a report of a period tells, with the functions of the pages, without modules that are hidden. */
export async function readPeriodData(db: TenantDb, tenant: Tenant, shown: ReadonlySet<Module>, asked: DayRange) {
  const { clientId, name, timezone } = tenant;
  const organization: { clientId: string; name: string; timezone: string } = { clientId, name, timezone };
  const today = todayIn(timezone);
  const requested = periodOf(asked, timezone);
  const { period, before } = requested;
  const [{ scan, scoreChange }, website, search, reviews, goals, tasks, content, broken, record, notes] =
    await Promise.all([
      readScan(db, tenant, shown, period),
      shown.has('website') ? readTraffic(db, tenant, requested) : undefined,
      shown.has('search') ? readSearchFigures(db, tenant, requested) : undefined,
      shown.has('reviews') ? readReviewPeriods(db, tenant, period, before) : undefined,
      shown.has('goals') ? readGoalsOf(db, tenant, today) : undefined,
      shown.has('tasks') ? readTasks(db, tenant, shown, { today, period }) : undefined,
      shown.has('content') ? readContent(db, tenant, period, before) : undefined,
      readBrokenConnections(db, tenant),
      readBusinessRecord(db, tenant),
      readAnnotations(db, tenant, period, ROWS.notes),
    ]);
  return {
    organization,
    shown,
    today,
    period,
    before,
    days: requested.days,
    scan,
    scoreChange,
    website: website && website.totals.sessions + website.comparison.sessions > 0 ? website : undefined,
    search: search && search.totals.days + search.comparison.days > 0 ? search : undefined,
    reviews: reviews && reviews.now.totalReviews + reviews.before.totalReviews > 0 ? reviews : undefined,
    goals: goals?.goals ?? [],
    goalsSummary: goals?.goalsSummary,
    tasks,
    content,
    broken,
    /** Notes on charts. */
    notes,
    paper: paperOf(record),
    /** Those that may be shown. */
    sections: REPORT_SECTIONS.filter((section) => {
      const module = MODULE_OF[section];
      return module === undefined || shown.has(module);
    }),
  };
}

export type PeriodData = Awaited<ReturnType<typeof readPeriodData>>;
export type ChartNote = PeriodData['notes'][number];
