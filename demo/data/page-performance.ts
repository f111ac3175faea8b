import { and, eq } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { pagePerformance, pages } from '../../db/schema/index.ts';
import { daysAgo, weekday } from './calendar.ts';
import { wobble } from './chance.ts';
import type { Demo } from './organization.ts';

const DAY = 24 * 3600 * 1000;
const DAYS = 75;

// By publication, oldest page first: views on a typical day, and the score of its question before and now.
const PACE = [
  { views: 64, engagementRate: 61, seconds: 128, scoreBefore: 41, scoreAfter: 63.5, citations: 2 },
  { views: 38, engagementRate: 47, seconds: 52, scoreBefore: 52, scoreAfter: 60.5, citations: 1 },
  { views: 27, engagementRate: 55, seconds: 84, scoreBefore: 58.5, scoreAfter: 57, citations: 0 },
  { views: 21, engagementRate: 43, seconds: 71, scoreBefore: 33, scoreAfter: 44.5, citations: 1 },
];

const urlOf = (slug: string) => `https://harborstreetdental.example/blog/${slug}`;

/** Seeds the days of every public page up to yesterday, with fewer views on weekends and slow growth. */
export async function seedPagePerformance(db: TenantDb, { clientId, now }: Demo) {
  const published = await db.select().from(pages).where(eq(pages.status, 'published')).orderBy(pages.publishedAt);
  const days = published.flatMap(({ id: pageId, slug, publishedAt }, which) => {
    const pace = PACE[which % PACE.length];
    if (!pace) return [];
    const age = Math.min(DAYS, Math.floor((now.getTime() - (publishedAt ?? now).getTime()) / DAY));
    return Array.from({ length: Math.max(0, age - 1) }, (_, index) => {
      const date = daysAgo(now, index + 1);
      const isWeekend = weekday(date) > 4;
      const seed = which * 1000 + index;
      const views = Math.round(pace.views * (isWeekend ? 0.55 : 1) * (1 - index / 200) * (1 + 0.1 * wobble(seed)));
      return {
        clientId,
        externalId: `demo-${slug}-${date}`,
        pageId,
        date,
        views,
        engagementRate: Math.round(10 * (pace.engagementRate + 4 * wobble(seed + 1))) / 10,
        avgTimeOnPageSeconds: Math.round(pace.seconds + 9 * wobble(seed + 2)),
        conversions: Math.round(views * (isWeekend ? 1 : 2.4)) / 100,
        // Scores and citations are reported on Mondays.
        ...(weekday(date) === 0 && {
          citations: pace.citations,
          scoreBefore: pace.scoreBefore,
          scoreAfter: pace.scoreAfter,
          url: urlOf(slug),
        }),
      };
    });
  });
  await db.insert(pagePerformance).values(days);
  const addressed = new Map(days.flatMap((day) => ('url' in day ? [[day.pageId, day.url] as const] : [])));
  for (const [pageId, reportedUrl] of addressed)
    await db
      .update(pages)
      .set({ reportedUrl })
      .where(and(eq(pages.clientId, clientId), eq(pages.id, pageId)));
}
