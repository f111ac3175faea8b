import { and, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { calendarEntries, calendarStatus, contentSuggestions, pages } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { livePages } from '../cms/public.ts';
import { dayStart } from '../values/days.ts';
import { paging, Success, Timestamp, Uuid } from '../values/shapes.ts';

const { get } = rest('Content', { weight: 'heavy' });

const Month = z.object({
  month: z
    .number()
    .int()
    .min(1)
    .max(12)
    .meta({ description: 'Month, 1–12; the current UTC month by default.', example: 2 })
    .optional(),
  year: z
    .number()
    .int()
    .min(2000)
    .max(2100)
    .meta({ description: 'Year; the current UTC year by default.', example: 2026 })
    .optional(),
  ...paging(500, 500),
});

const CalendarEntry = z
  .object({
    id: Uuid.describe('Id of the page, planned entry or suggestion.'),
    pageId: Uuid.nullable().describe('Id of the page; null for other sources.'),
    title: z.string().meta({ description: 'Title.', example: 'Teeth whitening: what to expect' }),
    contentType: z.string().meta({ description: 'Type of content.', example: 'blog_post' }),
    channel: z.string().nullable().meta({
      description: 'Publication channel; null for suggestions.',
      example: 'website',
    }),
    status: z.enum(calendarStatus.enumValues).describe('Status of the content.'),
    date: z.iso.date().meta({ description: 'Day in the organization’s time zone.', example: '2026-02-16' }),
    scheduledAt: Timestamp.nullable().describe('Scheduled time of publication, UTC; null for none.'),
    publishedAt: Timestamp.nullable().describe('Time of publication, UTC; null before it.'),
    source: z
      .enum(['page', 'entry', 'suggestion'])
      .describe('Source: a page, a planned entry, or a pending or accepted suggestion.'),
  })
  .meta({ id: 'CalendarEntry', description: 'An entry of the content calendar.' });

const firstOf = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}-01`;

/** Conditions for the days of a month in the client's time zone. */
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

/** The order of each source, by which their rows are merged. */
const byDay = (day: SQL | PgColumn, id: PgColumn) => keyset('calendar', 'asc', [day, KEY.day], [id, KEY.id]);

interface Range {
  limit: number;
  after?: string | undefined;
}

async function plannedEntries(db: TenantDb, tenant: Tenant, { hasDay }: Days, { limit, after }: Range) {
  const order = byDay(calendarEntries.date, calendarEntries.id);
  const rows = await db
    .select()
    .from(calendarEntries)
    .where(ownedBy(tenant, calendarEntries, hasDay(calendarEntries.date), order.after(after)))
    .orderBy(...order.orderBy)
    .limit(limit + 1);
  return rows.map((entry) => ({ ...entry, pageId: null, source: 'entry' as const }));
}

/** A page is on the day of its publication, past or scheduled; any other on the day of its last change. */
async function pageEntries(db: TenantDb, tenant: Tenant, { has, dayOf }: Days, { limit, after }: Range) {
  const { id, title, publishedAt, scheduledAt, updatedAt } = pages;
  const isOnline = sql`${pages.status} = 'published'`;
  const isScheduled = sql`${scheduledAt} is not null`;
  const at: SQL = sql`case when ${isOnline} then ${publishedAt} else coalesce(${scheduledAt}, ${updatedAt}) end`;
  const status = sql<
    (typeof calendarStatus.enumValues)[number]
  >`case when ${isScheduled} then 'scheduled' else ${pages.status}::text end`;
  const order = byDay(dayOf(at), id);
  const rows = await db
    .select({ id, pageId: id, title, status, date: dayOf(at), publishedAt, scheduledAt })
    .from(pages)
    .where(
      livePages(
        tenant,
        sql`((${isOnline} and ${has(publishedAt)}) or (${isScheduled} and ${has(scheduledAt)})
          or (not ${isOnline} and not ${isScheduled} and ${has(updatedAt)}))`,
        order.after(after),
      ),
    )
    .orderBy(...order.orderBy)
    .limit(limit + 1);
  return rows.map((page) => ({
    ...page,
    contentType: 'page',
    channel: 'website',
    source: 'page' as const,
  }));
}

/** A pending or accepted suggestion is on the day of its creation. */
async function suggestionEntries(db: TenantDb, tenant: Tenant, { has, dayOf }: Days, { limit, after }: Range) {
  const { id, title, contentType, status, suggestedAt } = contentSuggestions;
  const order = byDay(dayOf(suggestedAt), id);
  const rows = await db
    .select({ id, title, contentType, date: dayOf(suggestedAt) })
    .from(contentSuggestions)
    .where(
      ownedBy(
        tenant,
        contentSuggestions,
        inArray(status, ['pending', 'accepted']),
        has(suggestedAt),
        order.after(after),
      ),
    )
    .orderBy(...order.orderBy)
    .limit(limit + 1);
  const defaults = { pageId: null, channel: null, status: 'planned', scheduledAt: null, publishedAt: null } as const;
  return rows.map((suggestion) => ({ ...suggestion, ...defaults, source: 'suggestion' as const }));
}

const cursorOf = ({ date, id }: { date: string; id: string }) =>
  byDay(calendarEntries.date, calendarEntries.id).cursorOf([date, id]);

export const calendarProcedures = {
  contentCalendar: tenantProcedure
    .meta(
      get('/content-calendar', 'Get the content calendar', {
        description:
          'Pages, planned entries and open suggestions of a month, by day. The current UTC month by default.',
        returns: 'The entries of the month, by day.',
        ...PAGED,
      }),
    )
    .input(Month)
    .output(
      z.object({
        ok: Success,
        month: z.number().int().meta({ description: 'Month of the entries, 1–12.', example: 2 }),
        year: z.number().int().meta({ description: 'Year of the entries.', example: 2026 }),
        data: z.array(CalendarEntry).describe('The entries, by day.'),
      }),
    )
    .query(async ({ ctx, input }) => {
      const { db, tenant } = ctx;
      const now = new Date();
      const { month = now.getUTCMonth() + 1, year = now.getUTCFullYear() } = input;
      const days = monthOf(tenant, year, month);
      const entries = await Promise.all(
        [plannedEntries, pageEntries, suggestionEntries].map((load) => load(db, tenant, days, input)),
      );
      const merged = entries
        .flat()
        .sort((one, other) => one.date.localeCompare(other.date) || one.id.localeCompare(other.id));
      const data = endPage(ctx, input, merged, cursorOf);
      return { ok: true, month, year, data };
    }),
};
