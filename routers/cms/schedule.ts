import type { TenantDb } from '../../db/handles.ts';
import { PortalError } from '../../server/errors.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { callingPerson } from '../values/people.ts';
import { ById, Data, Moment } from '../values/shapes.ts';
import { requireMatch } from './etag.ts';
import { CONDITIONAL, savedPageResponse } from './pages.ts';
import { Page } from './shapes.ts';
import { lockPage, storeEvent } from './store.ts';

const { post, del } = rest('CMS', { weight: 'heavy' });

/** The calendar shows no later years. */
const LAST = Date.parse('2101-01-01T00:00:00Z');

const PublishAt = Moment.refine((text) => Date.parse(text) > Date.now(), {
  error: 'must be in the future',
  abort: true,
})
  .refine((text) => Date.parse(text) < LAST, 'must not be after the year 2100')
  .meta({ description: 'Time of publication, in the future.', example: '2036-02-16T09:30:00Z' });

const PUBLISHED = 'This page is published already. Change its status to draft or review to schedule it.';

export const scheduleProcedures = {
  schedule: tenantProcedure
    .meta(
      post('/cms/pages/{id}/schedule', 'Schedule a page', {
        description:
          'Publishes the page at this time, as it is then; sending another time replaces it. The schedule ends when somebody publishes the page, sets it back to draft or deletes it.',
        returns: 'The scheduled page and its ETag.',
        ...CONDITIONAL,
        errors: [...CONDITIONAL.errors, 'INVALID_TRANSITION'],
      }),
    )
    .input(ById.extend({ publishAt: PublishAt }))
    .output(Data(Page))
    .mutation(async ({ ctx, input: { id, publishAt } }) => {
      const { db, tenant, request } = ctx;
      const createdBy = callingPerson(ctx.caller);
      const scheduledAt = new Date(publishAt);
      const schedule = async (tx: TenantDb) => {
        const page = await lockPage(tx, tenant, id);
        requireMatch(request, page);
        if (page.status === 'published') throw new PortalError('INVALID_TRANSITION', PUBLISHED);
        if (page.scheduledAt?.getTime() === scheduledAt.getTime()) return page;
        const change = { scheduledAt, scheduledBy: createdBy };
        return storeEvent(tx, tenant, page, { type: 'scheduled', createdBy, change });
      };
      return savedPageResponse(ctx, id, () => db.transaction(schedule));
    }),

  unschedule: tenantProcedure
    .meta(
      del('/cms/pages/{id}/schedule', 'Cancel the schedule of a page', {
        description: 'The page keeps its status. Without a schedule, nothing changes.',
        returns: 'The page and its ETag.',
        ...CONDITIONAL,
      }),
    )
    .input(ById)
    .output(Data(Page))
    .mutation(async ({ ctx, input: { id } }) => {
      const { db, tenant, request } = ctx;
      const createdBy = callingPerson(ctx.caller);
      const unschedule = async (tx: TenantDb) => {
        const page = await lockPage(tx, tenant, id);
        requireMatch(request, page);
        if (!page.scheduledAt) return page;
        const change = { scheduledAt: null, scheduledBy: null };
        return storeEvent(tx, tenant, page, { type: 'unscheduled', createdBy, change });
      };
      return savedPageResponse(ctx, id, () => db.transaction(unschedule));
    }),
};
