import { desc, gte, isNotNull, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { reviews, scoreRuns } from '../../../db/schema/index.ts';
import type { Listing } from '../../../db/schema/scan-parts.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { contentHealth } from '../../cms/public.ts';
import { socialEngagement } from '../../dashboard/public.ts';
import { listingHealth, readBusinessRecord, withConnectedListings } from '../../visibility/public.ts';
import { latestAudit } from '../audit/store.ts';
import type { ReviewFigures } from './components.ts';
import type { OwnFigures } from './own-score.ts';

async function reviewFigures(db: TenantDb, tenant: Tenant): Promise<ReviewFigures> {
  const { rating, responded, publishedAt } = reviews;
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      average: sql<number | null>`avg(${rating})::float8`,
      answered: sql<number>`count(*) filter (where ${responded})::int`,
    })
    .from(reviews)
    .where(ownedBy(tenant, reviews, gte(publishedAt, sql`now() - interval '12 months'`)));
  return row ?? { count: 0, average: null, answered: 0 };
}

/** The directory listings of the latest scan that has any, and of connections. */
async function latestListings(db: TenantDb, tenant: Tenant): Promise<Listing[]> {
  // Scans can be megabytes: only this part is read.
  const parts = sql`jsonb_build_object('listings', ${scoreRuns.parts} -> 'listings')`.mapWith(scoreRuns.parts);
  const [row] = await db
    .select({ parts })
    .from(scoreRuns)
    .where(ownedBy(tenant, scoreRuns, sql`jsonb_typeof(${scoreRuns.parts} -> 'listings') = 'array'`))
    .orderBy(desc(scoreRuns.completedAt), desc(scoreRuns.id))
    .limit(1);
  return (await withConnectedListings(db, tenant, row?.parts.listings)) ?? [];
}

/** The dynamic score of the latest scan that has one, whoever made it; null without any. */
async function latestScore(db: TenantDb, tenant: Tenant): Promise<number | null> {
  const [row] = await db
    .select({ dynamicScore: scoreRuns.dynamicScore })
    .from(scoreRuns)
    .where(ownedBy(tenant, scoreRuns, isNotNull(scoreRuns.dynamicScore)))
    .orderBy(desc(scoreRuns.completedAt), desc(scoreRuns.id))
    .limit(1);
  return row?.dynamicScore ?? null;
}

/** Reads what the own score is made of, but for the answers of the scan itself. */
export async function readOwnFigures(db: TenantDb, tenant: Tenant): Promise<OwnFigures> {
  const [audit, before, listings, own, reviewed, content, engagement] = await Promise.all([
    latestAudit(db, tenant),
    latestScore(db, tenant),
    latestListings(db, tenant),
    readBusinessRecord(db, tenant),
    reviewFigures(db, tenant),
    contentHealth(db, tenant),
    socialEngagement(db, tenant),
  ]);
  return {
    checks: audit?.completedAt ? audit.checks : [],
    listings: listingHealth(listings, own).directory_results,
    own,
    reviews: reviewed,
    content,
    engagement,
    before,
  };
}
