import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { tenantQuery } from '../../db/prepared.ts';
import { pageActivity, pageActivityType, pages } from '../../db/schema/index.ts';
import { notFound } from '../../server/errors.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Person } from '../values/people.ts';
import { ById, Part, Timestamp, Uuid } from '../values/shapes.ts';
import { loadAuthors } from './authors.ts';
import { HistoryList, requestedPage } from './history-list.ts';
import { Status, Version } from './shapes.ts';

const { get } = rest('CMS');

const PageActivity = z
  .object({
    id: Uuid.describe('Id of the entry.'),
    pageId: Uuid.describe('Id of the page.'),
    type: z
      .enum(pageActivityType.enumValues)
      .describe('Type of the event. `restored`: from an older version, or from the bin.'),
    actor: Person.describe(
      'The user; null when the account was deleted. A page that is published at its time is published by the user who scheduled it.',
    ),
    fromStatus: Status.nullable().describe('Status before the event; null for a new page.'),
    toStatus: Status.describe('Status after the event.'),
    version: Version.describe('Version that the event created, or that it found.'),
    createdAt: Timestamp.describe('Time of the event, UTC.'),
  })
  .meta({ id: 'PageActivity', description: 'An entry of a page’s activity log.' });

const { version, step } = pageActivity;
const order = keyset('page-activity', 'desc', [version, KEY.integer], [step, KEY.integer]);
const NEWEST = [2_147_483_647, 2_147_483_647];

const numberOfEntries = tenantQuery((db) =>
  db
    .select({ total: sql<number>`${pages.version} + ${pages.events}` })
    .from(pages)
    .where(requestedPage),
);

const entries = tenantQuery((db) =>
  db
    .select()
    .from(pageActivity)
    .where(
      and(
        eq(pageActivity.clientId, sql.placeholder('clientId')),
        eq(pageActivity.pageId, sql.placeholder('id')),
        order.afterKey,
      ),
    )
    .orderBy(...order.orderBy)
    .limit(sql.placeholder('rows'))
    .offset(sql.placeholder('offset')),
);

export const activityProcedures = {
  activity: tenantProcedure
    .meta(
      get('/cms/pages/{id}/activity', 'List page activity', {
        description:
          'Every change of the page, its comments, schedules and stays in the bin, with their authors, newest first.',
        returns: 'The activity of the page, newest first.',
        ...PAGED,
      }),
    )
    .input(ById.extend(Part.shape))
    .output(HistoryList(PageActivity))
    .query(async ({ ctx, input }) => {
      const { db, tenant } = ctx;
      const { id, limit, offset, after } = input;
      const requested = { clientId: tenant.clientId, id };
      const range = { ...order.from(after, NEWEST), rows: limit + 1, offset };
      const [[page], rows] = await Promise.all([
        numberOfEntries(db).execute(requested),
        entries(db).execute({ ...requested, ...range }),
      ]);
      if (!page) throw notFound();

      const { authorOf } = await loadAuthors(
        ctx,
        rows.map(({ createdBy }) => createdBy),
      );
      const activity = rows.map((row) => ({ ...row, actor: authorOf(row.createdBy) }));
      const data = endPage(ctx, input, activity, ({ version, step }) => order.cursorOf([version, step]));
      return { ok: true, data, total: page.total, limit, offset };
    }),
};
