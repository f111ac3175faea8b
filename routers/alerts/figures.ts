import type { TenantDb } from '../../db/handles.ts';
import type { Tenant } from '../../db/tenant.ts';
import { readMeanRating } from '../dashboard/public.ts';
import { type DayRange, plusDays, todayIn } from '../values/days.ts';
import { readPrimarySource } from '../values/primary-source.ts';
import { readWebsiteDays, websiteTotals } from '../values/website-parts.ts';
import {
  latestScan,
  overallScore,
  readDayTotals,
  readListingErrors,
  readMentionRates,
  scoresBefore,
  searchTotals,
} from '../visibility/public.ts';
import type { AlertMetric } from './shapes.ts';

/** A figure now, and at the scan, or in the 7 days, before; null where nothing is known. */
export interface FigureReading {
  now: number | null;
  before: number | null;
  /** Whether its change has a verdict, and is clear. */
  moved?: boolean | undefined;
}

const UNKNOWN: FigureReading = { now: null, before: null };

/** The last 7 full days, and those before them. */
function weeks({ timezone }: Tenant) {
  const today = todayIn(timezone);
  return { week: { from: plusDays(today, -7), to: plusDays(today, -1) }, before: plusDays(today, -14) };
}

/** Days split into those of the week and those before; undefined without any. */
const splitWeeks = <Day extends { date: string }>(days: Day[], { from }: DayRange) => ({
  now: days.filter(({ date }) => date >= from),
  before: days.filter(({ date }) => date < from),
});

async function website(db: TenantDb, tenant: Tenant) {
  const { week, before } = weeks(tenant);
  const primary = await readPrimarySource(db, tenant);
  const days = splitWeeks(await readWebsiteDays(db, tenant, primary, { from: before, to: week.to }), week);
  const sumOf = (of: 'sessions' | 'conversions') => ({
    now: days.now.length > 0 ? websiteTotals(days.now)[of] : null,
    before: days.before.length > 0 ? websiteTotals(days.before)[of] : null,
  });
  return { sessions: sumOf('sessions'), conversions: sumOf('conversions') };
}

async function clicks(db: TenantDb, tenant: Tenant): Promise<FigureReading> {
  const { week, before } = weeks(tenant);
  const days = await readDayTotals(db, tenant, { from: before, to: week.to });
  const parts = splitWeeks(days, week);
  return {
    now: parts.now.length > 0 ? searchTotals(parts.now).clicks : null,
    before: parts.before.length > 0 ? searchTotals(parts.before).clicks : null,
  };
}

async function score(db: TenantDb, tenant: Tenant): Promise<FigureReading> {
  const scan = await latestScan(db, tenant);
  if (!scan) return UNKNOWN;
  const [before] = await scoresBefore(db, tenant, scan, 1);
  return { now: overallScore(scan), before: before ? overallScore(before) : null };
}

async function mentions(db: TenantDb, tenant: Tenant): Promise<FigureReading> {
  const [latest, before] = await readMentionRates(db, tenant);
  return {
    now: latest?.mentionRate ?? null,
    before: before?.mentionRate ?? null,
    moved: latest?.change ? latest.change.verdict === 'moved' : undefined,
  };
}

async function rating(db: TenantDb, tenant: Tenant): Promise<FigureReading> {
  const [now, before] = await Promise.all([readMeanRating(db, tenant), readMeanRating(db, tenant, 7)]);
  return { now, before };
}

async function listings(db: TenantDb, tenant: Tenant): Promise<FigureReading> {
  const [now = null, before = null] = await readListingErrors(db, tenant);
  return { now, before };
}

/** Reads the figures that alerts are about, by the functions of the pages. */
export async function readFigures(db: TenantDb, tenant: Tenant, asked: ReadonlySet<AlertMetric>) {
  const isAsked = (...metrics: AlertMetric[]) => metrics.some((metric) => asked.has(metric));
  const [traffic, ...others] = await Promise.all([
    isAsked('sessions', 'conversions') ? website(db, tenant) : undefined,
    isAsked('visibility_score') ? score(db, tenant) : UNKNOWN,
    isAsked('mention_rate') ? mentions(db, tenant) : UNKNOWN,
    isAsked('review_rating') ? rating(db, tenant) : UNKNOWN,
    isAsked('clicks') ? clicks(db, tenant) : UNKNOWN,
    isAsked('listing_errors') ? listings(db, tenant) : UNKNOWN,
  ]);
  const [visibility_score, mention_rate, review_rating, clicksOfWeek, listing_errors] = others;
  const figures: Record<AlertMetric, FigureReading> = {
    visibility_score,
    mention_rate,
    review_rating,
    sessions: traffic?.sessions ?? UNKNOWN,
    conversions: traffic?.conversions ?? UNKNOWN,
    clicks: clicksOfWeek,
    listing_errors,
  };
  return figures;
}
