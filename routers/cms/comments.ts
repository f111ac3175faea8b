import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { tenantQuery } from '../../db/prepared.ts';
import { pageComments, pages } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { notFound, PortalError } from '../../server/errors.ts';
import { TEXT } from '../../server/limits/sizes.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { callingPerson, loadPeople, Person } from '../values/people.ts';
import { ById, Data, paging, Timestamp, Uuid, upTo } from '../values/shapes.ts';
import { requestedPage } from './history-list.ts';
import { lockPage, storeEvent } from './store.ts';

const { get, post } = rest('CMS');

const MOST = 1_000;

const example = 'Please add what the insurance pays.';

const CommentText = z
  .string()
  .trim()
  .min(1)
  .refine(...upTo(TEXT.comment))
  .meta({ description: 'Text of the comment.', maxLength: TEXT.comment, example });

const PageComment = z
  .object({
    id: Uuid.describe('Id of the comment.'),
    pageId: Uuid.describe('Id of the page.'),
    text: z.string().meta({ description: 'Text of the comment.', example }),
    author: Person.describe('The user who wrote the comment; null when the account was deleted.'),
    createdAt: Timestamp.describe('Time of the comment, UTC.'),
  })
  .meta({ id: 'PageComment', description: 'A comment on a page.' });

const order = keyset('page-comments', 'desc', [pageComments.createdAt, KEY.moment], [pageComments.id, KEY.id]);

const livePage = tenantQuery((db) => db.select({ id: pages.id }).from(pages).where(requestedPage));

export const commentProcedures = {
  comments: tenantProcedure
    .meta(
      get('/cms/pages/{id}/comments', 'List page comments', {
        description: 'The comments on the page, newest first.',
        returns: 'The comments, newest first.',
        ...PAGED,
      }),
    )
    .input(ById.extend(paging(50, 200)))
    .output(Data(z.array(PageComment).describe('The comments.')))
    .query(async ({ ctx, input }) => {
      const { db, tenant } = ctx;
      const { id, limit, after } = input;
      const [[page], rows] = await Promise.all([
        livePage(db).execute({ clientId: tenant.clientId, id }),
        db
          .select()
          .from(pageComments)
          .where(ownedBy(tenant, pageComments, eq(pageComments.pageId, id), order.after(after)))
          .orderBy(...order.orderBy)
          .limit(limit + 1),
      ]);
      if (!page) throw notFound();

      const shown = endPage(ctx, input, rows, (row) => order.cursorOf([row.createdAt.toISOString(), row.id]));
      const { personOf } = await loadPeople(
        ctx,
        shown.map(({ createdBy }) => createdBy),
      );
      return { ok: true, data: shown.map((row) => ({ ...row, author: personOf(row.createdBy) })) };
    }),

  createComment: tenantProcedure
    .meta(
      post('/cms/pages/{id}/comments', 'Add a comment to a page', {
        description: `The activity of the page names the comment too. The page and its version do not change. A page has at most ${MOST.toLocaleString('en')} comments.`,
        returns: 'The new comment.',
        status: 201,
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(ById.extend({ text: CommentText }))
    .output(Data(PageComment))
    .mutation(async ({ ctx, input: { id, text } }) => {
      const { db, tenant } = ctx;
      const createdBy = callingPerson(ctx.caller);
      const { personOf } = await loadPeople(ctx, [createdBy]);
      const comment = await db.transaction(async (tx) => {
        const page = await lockPage(tx, tenant, id);
        const present = await tx.$count(pageComments, ownedBy(tenant, pageComments, eq(pageComments.pageId, id)));
        if (present >= MOST)
          throw new PortalError('INVALID_TRANSITION', `A page has at most ${MOST.toLocaleString('en')} comments.`);
        await storeEvent(tx, tenant, page, { type: 'commented', createdBy });
        const [row] = await tx
          .insert(pageComments)
          .values({ clientId: tenant.clientId, pageId: id, text, createdBy, createdAt: sql`statement_timestamp()` })
          .returning();
        return row;
      });
      if (!comment) throw new Error('The comment was not stored.');
      return { ok: true, data: { ...comment, author: personOf(createdBy) } };
    }),
};
