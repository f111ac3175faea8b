import { and, asc, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { calendarEntries, calendarStatus, contentSuggestions, pages } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { dayStart } from '../days.ts';
import { Timestamp } from '../shapes.ts';

const { get } = rest('Content');

/** Of each kind. */
const ENTRIES_SHOWN = 500;

const Month = z.object({
  month: z.number().int().min(1).max(12).optional(),
  year: z.number().int().min(2000).max(2100).optional(),
});

const Entry = z.object({
  id: z.uuid(),
  pageId: z.uuid().nullable(),
  title: z.string(),
  contentType: z.string(),
  channel: z.string().nullable(),
  status: z.enum(calendarStatus.enumValues),
  date: z.iso.date(),
  scheduledAt: Timestamp.nullable(),
  publishedAt: Timestamp.nullable(),
  /** What it is: a page, a planned entry, or a suggestion that nobody has turned down. */
  source: z.enum(['page', 'entry', 'suggestion']),
});

const firstOf = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}-01`;

/** The days of a month where the client lives, as conditions. */
function monthOf({ timezone }: Tenant, year: number, month: number) {
  const first = firstOf(year, month);
  const next = month === 12 ? firstOf(year + 1, 1) : firstOf(year, month + 1);
  return {
    hasDay: (day: typeof calendarEntries.date) => and(gte(day, first), lt(day, next)),
    has: (at: unknown) => sql`(${at} >= ${dayStart(first, timezone)} and ${at} < ${dayStart(next, timezone)})`,
    dayOf: (at: unknown) => sql<string>`(${at} at time zone ${timezone})::date`,
  };
}

type Days = ReturnType<typeof monthOf>;

async function planned(db: TenantDb, tenant: Tenant, { hasDay }: Days) {
  const rows = await db
    .select()
    .from(calendarEntries)
    .where(ownedBy(tenant, calendarEntries, hasDay(calendarEntries.date)))
    .orderBy(asc(calendarEntries.date), asc(calendarEntries.id))
    .limit(ENTRIES_SHOWN);
  return rows.map((entry) => ({ ...entry, pageId: null, source: 'entry' as const }));
}

/** A published page stands on the day of its publication, another one on the day when it was last changed. */
async function written(db: TenantDb, tenant: Tenant, { has, dayOf }: Days) {
  const { id, title, status, publishedAt, updatedAt } = pages;
  const isPublished = sql`${status} = 'published'`;
  const at: SQL = sql`case when ${isPublished} then ${publishedAt} else ${updatedAt} end`;
  const rows = await db
    .select({ id, pageId: id, title, status, date: dayOf(at), publishedAt })
    .from(pages)
    .where(
      ownedBy(
        tenant,
        pages,
        sql`((${isPublished} and ${has(publishedAt)}) or (not ${isPublished} and ${has(updatedAt)}))`,
      ),
    )
    .orderBy(at, asc(id))
    .limit(ENTRIES_SHOWN);
  return rows.map((page) => ({
    ...page,
    contentType: 'page',
    channel: 'website',
    scheduledAt: null,
    source: 'page' as const,
  }));
}

/** A suggestion stands on the day when it was made, until it is published or turned down. */
async function suggested(db: TenantDb, tenant: Tenant, { has, dayOf }: Days) {
  const { id, title, contentType, status, suggestedAt } = contentSuggestions;
  const rows = await db
    .select({ id, title, contentType, date: dayOf(suggestedAt) })
    .from(contentSuggestions)
    .where(ownedBy(tenant, contentSuggestions, inArray(status, ['pending', 'accepted']), has(suggestedAt)))
    .orderBy(asc(suggestedAt), asc(id))
    .limit(ENTRIES_SHOWN);
  const unwritten = { pageId: null, channel: null, status: 'planned', scheduledAt: null, publishedAt: null } as const;
  return rows.map((suggestion) => ({ ...suggestion, ...unwritten, source: 'suggestion' as const }));
}

export const calendarProcedures = {
  contentCalendar: tenantProcedure
    .meta(get('/content-calendar', 'A month’s pages, plans and suggestions by day; this month unless said'))
    .input(Month)
    .output(z.object({ ok: z.literal(true), month: z.number().int(), year: z.number().int(), data: z.array(Entry) }))
    .query(async ({ ctx: { db, tenant }, input }) => {
      const now = new Date();
      const { month = now.getUTCMonth() + 1, year = now.getUTCFullYear() } = input;
      const days = monthOf(tenant, year, month);
      const found = await Promise.all([planned, written, suggested].map((kind) => kind(db, tenant, days)));
      const data = found
        .flat()
        .sort((one, other) => one.date.localeCompare(other.date) || one.id.localeCompare(other.id));
      return { ok: true, month, year, data };
    }),
};
