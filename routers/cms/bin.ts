import { eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { pages } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { factsChanged } from '../../server/cache/versions.ts';
import { notFound } from '../../server/errors.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { callingPerson, Person } from '../values/people.ts';
import { ById, Data, Ok, Paging, Timestamp } from '../values/shapes.ts';
import { loadAuthors } from './authors.ts';
import { requireMatch } from './etag.ts';
import { toPageSummary } from './page-response.ts';
import { CONDITIONAL, pageResponse, summaryColumns } from './pages.ts';
import { DAYS_IN_BIN } from './purge.ts';
import { Page, PageSummary } from './shapes.ts';
import { freeSlug } from './slugs.ts';
import { lockPage, storeEvent } from './store.ts';

const { get, post, del } = rest('CMS');

const DeletedPage = PageSummary.extend({
  deletedAt: Timestamp.describe('Time of the deletion, UTC.'),
  deletedBy: Person.describe('The user who deleted the page; null when the account was deleted.'),
  expiresAt: Timestamp.describe('Time from which the page cannot be restored any more, UTC.'),
}).meta({ id: 'DeletedPage', description: 'A page in the bin.' });

const DAY = 24 * 3600 * 1000;
const { deletedAt, deletedBy } = pages;

// Null, and so never in the bin, for live pages.
const isKept = gt(deletedAt, sql`now() - ${DAYS_IN_BIN} * interval '1 day'`);

const order = keyset('bin', 'desc', [deletedAt, KEY.moment], [pages.id, KEY.id]);

export const binProcedures = {
  bin: tenantProcedure
    .meta(
      get('/cms/pages/bin', 'List deleted pages', {
        description: `The pages deleted in the last ${DAYS_IN_BIN} days, most recently deleted first. They can be restored; no other route shows them.`,
        returns: 'The deleted pages, most recently deleted first.',
        ...PAGED,
      }),
    )
    .input(Paging(50, 200))
    .output(Data(z.array(DeletedPage).describe('The deleted pages.')))
    .query(async ({ ctx, input }) => {
      const { db, tenant } = ctx;
      const rows = await db
        .select({ ...summaryColumns, deletedAt: sql`${deletedAt}`.mapWith(deletedAt), deletedBy })
        .from(pages)
        .where(ownedBy(tenant, pages, isKept, order.after(input.after)))
        .orderBy(...order.orderBy)
        .limit(input.limit + 1);
      const page = endPage(ctx, input, rows, (row) => order.cursorOf([row.deletedAt.toISOString(), row.id]));
      const people = page.flatMap((row) => [row.createdBy, row.deletedBy]);
      const authors = await loadAuthors(ctx, people);
      const data = page.map((row) => ({
        ...toPageSummary(row, authors),
        deletedAt: row.deletedAt,
        deletedBy: authors.authorOf(row.deletedBy),
        expiresAt: new Date(row.deletedAt.getTime() + DAYS_IN_BIN * DAY),
      }));
      return { ok: true, data };
    }),

  remove: tenantProcedure
    .meta(
      del('/cms/pages/{id}', 'Delete a page', {
        description: `Moves the page to the bin, from which it can be restored for ${DAYS_IN_BIN} days. Its figures no longer count, its slug becomes free, and a scheduled publication is cancelled.`,
        returns: 'The page is in the bin.',
        requestHeaders: CONDITIONAL.requestHeaders,
        errors: CONDITIONAL.errors,
      }),
    )
    .input(ById)
    .output(Ok)
    .mutation(async ({ ctx: { db, tenant, caller, request }, input: { id } }) => {
      const createdBy = callingPerson(caller);
      await db.transaction(async (tx) => {
        const page = await lockPage(tx, tenant, id);
        requireMatch(request, page);
        const change = { deletedAt: new Date(), deletedBy: createdBy, scheduledAt: null, scheduledBy: null };
        await storeEvent(tx, tenant, page, { type: 'deleted', createdBy, change });
        await factsChanged(tx, tenant);
      });
      return { ok: true };
    }),

  restore: tenantProcedure
    .meta(
      post('/cms/pages/{id}/restore', 'Restore a deleted page', {
        weight: 'heavy',
        description:
          'Takes the page out of the bin, with its history, comments and figures. Where another page has its slug by now, it gets a number. A page that is not in the bin stays as it is.',
        returns: 'The restored page and its ETag.',
        ...CONDITIONAL,
      }),
    )
    .input(ById)
    .output(Data(Page))
    .mutation(async ({ ctx, input: { id } }) => {
      const { db, tenant, request } = ctx;
      const createdBy = callingPerson(ctx.caller);
      const itsRow = ownedBy(tenant, pages, eq(pages.id, id), sql`(${deletedAt} is null or ${isKept})`);
      // Before: see savedPageResponse.
      const [found] = await db.select({ createdBy: pages.createdBy }).from(pages).where(itsRow);
      const authors = await loadAuthors(ctx, [found?.createdBy ?? null]);
      const restored = await db.transaction(async (tx) => {
        const [page] = await tx.select().from(pages).where(itsRow).for('no key update');
        if (!page) throw notFound();
        requireMatch(request, page);
        if (!page.deletedAt) return page;

        const change = { deletedAt: null, deletedBy: null, slug: await freeSlug(tx, tenant, page.slug, id) };
        const saved = await storeEvent(tx, tenant, page, { type: 'restored', createdBy, change });
        await factsChanged(tx, tenant);
        return saved;
      });
      return pageResponse(ctx, restored, authors);
    }),
};
