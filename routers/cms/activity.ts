import { desc } from 'drizzle-orm';
import { z } from 'zod';
import { tenantQuery } from '../../db/prepared.ts';
import { pageActivity, pageActivityType, pages } from '../../db/schema/index.ts';
import { notFound } from '../../server/errors.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { ById, Part, Timestamp } from '../shapes.ts';
import { bylines } from './bylines.ts';
import { inPart, Past, thisPage } from './past.ts';
import { Person, Status } from './shapes.ts';

const { get } = rest('CMS');

const Activity = z.object({
  id: z.uuid(),
  pageId: z.uuid(),
  type: z.enum(pageActivityType.enumValues),
  actor: Person,
  fromStatus: Status.nullable(),
  toStatus: Status,
  version: z.number().int(),
  createdAt: Timestamp,
});

const activityInPart = tenantQuery((db) =>
  db
    .select({ total: pages.version, activity: pageActivity })
    .from(pages)
    .leftJoin(pageActivity, inPart(pageActivity))
    .where(thisPage)
    .orderBy(desc(pageActivity.version)),
);

export const activityProcedures = {
  activity: tenantProcedure
    .meta(get('/cms/pages/{id}/activity', 'What was done to a page and by whom, newest first'))
    .input(ById.extend(Part.shape))
    .output(Past(Activity))
    .query(async ({ ctx, input: { id, limit, offset } }) => {
      const rows = await activityInPart(ctx.db).execute({ clientId: ctx.tenant.clientId, id, limit, offset });
      const [newest] = rows;
      if (!newest) throw notFound();

      const done = rows.flatMap(({ activity }) => (activity ? [activity] : []));
      const { personOf } = await bylines(
        ctx,
        done.map(({ createdBy }) => createdBy),
      );
      const data = done.map((activity) => ({ ...activity, actor: personOf(activity.createdBy) }));
      return { ok: true, data, total: newest.total, limit, offset };
    }),
};
