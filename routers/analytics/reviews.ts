import { and, desc, gte, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { reviews } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { STALE } from '../../server/cache/ages.ts';
import { invalid } from '../../server/errors.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { dayStart } from '../days.ts';
import { percent } from '../rounding.ts';
import { Between, Data, parsedOnce, Timestamp } from '../shapes.ts';

const { get } = rest('Analytics');

const Distribution = z.object({ '1': z.int(), '2': z.int(), '3': z.int(), '4': z.int(), '5': z.int() });

const Reviews = z.object({
  summary: z.object({
    averageRating: z.number().nullable(),
    totalReviews: z.number().int(),
    responseRate: z.number().nullable().meta({ description: 'Percent.' }),
    distribution: Distribution.meta({
      description: 'How many of each number of stars; halves count as the upper one.',
    }),
    bySource: z.array(z.object({ source: z.string(), count: z.number().int(), averageRating: z.number() })),
  }),
  reviews: z.array(
    z.object({
      id: z.uuid(),
      source: z.string(),
      rating: z.number(),
      text: z.string().nullable(),
      authorName: z.string().nullable(),
      publishedAt: Timestamp,
      responded: z.boolean(),
    }),
  ),
});

const Asked = Between.extend({
  limit: z.number().int().min(1).max(200).default(50),
  offset: z.number().int().min(0).max(1_000_000).default(0),
});

const SOURCES = 100;
const { source, rating, publishedAt, responded, id } = reviews;
const mean = sql<number>`round(avg(${rating})::numeric, 2)::float8`;
const count = sql<number>`count(*)::int`;

async function summaryOf(db: TenantDb, where: SQL | undefined) {
  const [[all], stars, bySource] = await Promise.all([
    db
      .select({ count, mean, answered: sql<number>`count(*) filter (where ${responded})::int` })
      .from(reviews)
      .where(where),
    db
      .select({ star: sql<number>`floor(${rating} + 0.5)::int`, count })
      .from(reviews)
      .where(where)
      .groupBy(sql`1`),
    db
      .select({ source, count, averageRating: mean })
      .from(reviews)
      .where(where)
      .groupBy(source)
      .orderBy(desc(count), source)
      .limit(SOURCES),
  ]);
  const { count: totalReviews, mean: averageRating, answered } = all ?? { count: 0, mean: null, answered: 0 };
  const of = (wanted: number) => stars.find(({ star }) => star === wanted)?.count ?? 0;
  return {
    averageRating,
    totalReviews,
    responseRate: totalReviews === 0 ? null : percent(answered, totalReviews),
    distribution: { '1': of(1), '2': of(2), '3': of(3), '4': of(4), '5': of(5) },
    bySource,
  };
}

export const reviewProcedures = {
  reviews: tenantProcedure
    .meta(get('/analytics/reviews', 'What is said elsewhere, newest first; the summary counts all reviews of the days'))
    .input(Asked)
    .output(parsedOnce(Data(Reviews)))
    .query(({ ctx: { deps, db, tenant }, input: { from, to, limit, offset } }) => {
      if (from && to && from > to) throw invalid('from', 'must not lie after to');

      const where = ownedBy(
        tenant,
        reviews,
        and(
          from ? gte(publishedAt, dayStart(from, tenant.timezone)) : undefined,
          to ? lt(publishedAt, dayStart(to, tenant.timezone, 1)) : undefined,
        ),
      );
      const load = async () => {
        const [summary, page] = await Promise.all([
          summaryOf(db, where),
          db.select().from(reviews).where(where).orderBy(desc(publishedAt), desc(id)).limit(limit).offset(offset),
        ]);
        return { ok: true as const, data: { summary, reviews: page } };
      };
      const surface = `reviews:${from}:${to}:${limit}:${offset}:${tenant.timezone}`;
      return deps.cache([surface, tenant.clientId, tenant.factsVersion], load, { atMost: STALE.analytics });
    }),
};
