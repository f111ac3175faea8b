import { desc } from 'drizzle-orm';
import { z } from 'zod';
import { tenantQuery } from '../../db/prepared.ts';
import { pageActivity, pageActivityType, pages } from '../../db/schema/index.ts';
import { notFound } from '../../server/errors.ts';
import { fitting, PAGED, setNext } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { ById, Part, Timestamp, Uuid } from '../shapes.ts';
import { loadAuthors } from './authors.ts';
import { HistoryList, inRequestedRange, nextOf, rangeOf, requestedPage } from './history-list.ts';
import { Person, Status, Version } from './shapes.ts';

const { get } = rest('CMS');

const PageActivity = z
  .object({
    id: Uuid.describe('Id of the entry.'),
    pageId: Uuid.describe('Id of the page.'),
    type: z.enum(pageActivityType.enumValues).describe('Type of the change.'),
    actor: Person.describe('The user who made the change; null when the account was deleted.'),
    fromStatus: Status.nullable().describe('Status before the change; null for a new page.'),
    toStatus: Status.describe('Status after the change.'),
    version: Version.describe('Version that the change created.'),
    createdAt: Timestamp.describe('Time of the change, UTC.'),
  })
  .meta({ id: 'PageActivity', description: 'An entry of a page’s activity log.' });

const requestedActivity = tenantQuery((db) =>
  db
    .select({ total: pages.version, activity: pageActivity })
    .from(pages)
    .leftJoin(pageActivity, inRequestedRange(pageActivity))
    .where(requestedPage)
    .orderBy(desc(pageActivity.version)),
);

export const activityProcedures = {
  activity: tenantProcedure
    .meta(
      get('/cms/pages/{id}/activity', 'List page activity', {
        description: 'Every change of the page with its author, newest first.',
        returns: 'The activity of the page, newest first.',
        ...PAGED,
      }),
    )
    .input(ById.extend(Part.shape))
    .output(HistoryList(PageActivity))
    .query(async ({ ctx, input }) => {
      const { id, limit, offset } = input;
      const rows = await requestedActivity(ctx.db).execute({ clientId: ctx.tenant.clientId, id, ...rangeOf(input) });
      const [newest] = rows;
      if (!newest) throw notFound();

      const done = rows.flatMap(({ activity }) => (activity ? [activity] : []));
      const { authorOf } = await loadAuthors(
        ctx,
        done.map(({ createdBy }) => createdBy),
      );
      const data = fitting(done.map((activity) => ({ ...activity, actor: authorOf(activity.createdBy) })));
      setNext(ctx, input, nextOf(data));
      return { ok: true, data, total: newest.total, limit, offset };
    }),
};
