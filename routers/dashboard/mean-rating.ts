import { and, gte, lt, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { reviews } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';

/** The mean rating of 12 months in stars, as it is now, or as it was some days ago; null without a review. */
export async function readMeanRating(db: TenantDb, tenant: Tenant, daysAgo = 0) {
  const { rating, publishedAt } = reviews;
  const end = sql`now() - ${daysAgo} * interval '1 day'`;
  const [row] = await db
    .select({ mean: sql<number | null>`avg(${rating})::float8` })
    .from(reviews)
    .where(
      ownedBy(
        tenant,
        reviews,
        and(gte(publishedAt, sql`${end} - interval '12 months'`), daysAgo > 0 ? lt(publishedAt, end) : undefined),
      ),
    );
  return row?.mean ?? null;
}
