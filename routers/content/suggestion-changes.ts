import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { contentSuggestions, pages } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { notFound, PortalError } from '../../server/errors.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { insertPage, livePages, loadAuthors, PAGE_ETAG, Page, pageResponse, renderPage } from '../cms/public.ts';
import { editRecord } from '../records/people-changes.ts';
import { callingPerson } from '../values/people.ts';
import { Data, Id } from '../values/shapes.ts';
import { readSuggestions, Suggestion } from './suggestions.ts';

const { post, put } = rest('Content', { weight: 'heavy' });

const BySuggestion = z.object({ draftId: Id.describe('Id of the suggestion.') });

const Decision = BySuggestion.extend({ status: z.enum(['accepted', 'rejected']).describe('The decision.') });

const PUBLISHED = 'The content of this suggestion is published already.';

const subject = (draftId: string, userId: string) => ({
  type: 'suggestion',
  table: contentSuggestions,
  id: draftId,
  userId,
});

const oneSuggestion = (tenant: Tenant, draftId: string) =>
  ownedBy(tenant, contentSuggestions, eq(contentSuggestions.id, draftId));

/** Locks a suggestion until the transaction ends. @throws NOT_FOUND */
async function lockSuggestion(tx: TenantDb, tenant: Tenant, draftId: string) {
  const one = oneSuggestion(tenant, draftId);
  const [suggestion] = await tx.select().from(contentSuggestions).where(one).for('no key update');
  if (!suggestion) throw notFound();
  return suggestion;
}

/** The page that was made of a suggestion, unless it was deleted. @throws NOT_FOUND without the suggestion */
async function pageOf(db: TenantDb, tenant: Tenant, draftId: string) {
  const itsPage = livePages(tenant, eq(pages.id, contentSuggestions.pageId));
  const [found] = await db
    .select({ suggestion: contentSuggestions, page: pages })
    .from(contentSuggestions)
    .leftJoin(pages, itsPage)
    .where(oneSuggestion(tenant, draftId));
  if (!found) throw notFound();
  return found;
}

// Pipelines may send a title of several lines.
const draftOf = ({ title, summary }: typeof contentSuggestions.$inferSelect) => ({
  title: title.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim() || 'Untitled',
  content: `${summary}\n`,
  status: 'draft' as const,
  contentFormat: 'markdown' as const,
});

export const decisionProcedures = {
  update: tenantProcedure
    .meta(
      put('/content-suggestions/{draftId}', 'Accept or reject a content suggestion', {
        description:
          'The status stays as set here when a pipeline sends the suggestion again. A published suggestion keeps its status.',
        returns: 'The suggestion.',
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(Decision)
    .output(Data(Suggestion))
    .mutation(async ({ ctx: { db, tenant, caller }, input: { draftId, status } }) => {
      const userId = callingPerson(caller);
      const data = await db.transaction(async (tx) => {
        const suggestion = await lockSuggestion(tx, tenant, draftId);
        if (suggestion.status === 'published') throw new PortalError('INVALID_TRANSITION', PUBLISHED);
        await editRecord(tx, tenant, subject(draftId, userId), { status });
        const [decided] = await readSuggestions(tx, caller).where(oneSuggestion(tenant, draftId));
        return decided;
      });
      if (!data) throw notFound();
      return { ok: true, data };
    }),

  page: tenantProcedure
    .meta(
      post('/content-suggestions/{draftId}/page', 'Create a page from a content suggestion', {
        description:
          'Creates a draft with the title and the summary of the suggestion, and accepts the suggestion. Called again, it returns the same page, or a new one if that was deleted. The suggestion becomes published with its page.',
        returns: 'The page and its ETag; 201 for a new page.',
        status: 201,
        orStatus: 200,
        ...PAGE_ETAG,
        errors: ['PAYLOAD_TOO_LARGE'],
      }),
    )
    .input(BySuggestion)
    .output(Data(Page))
    .mutation(async ({ ctx, input: { draftId } }) => {
      const { db, tenant, caller } = ctx;
      const userId = callingPerson(caller);
      const { suggestion, page } = await pageOf(db, tenant, draftId);
      if (page) {
        ctx.reply.code(200);
        return pageResponse(ctx, page, await loadAuthors(ctx, [page.createdBy]));
      }

      const authors = await loadAuthors(ctx, [userId]);
      const draft = await renderPage(ctx, draftOf(suggestion));
      const made = await db.transaction(async (tx) => {
        const { status } = await lockSuggestion(tx, tenant, draftId);
        // Another call may have been faster.
        const { page } = await pageOf(tx, tenant, draftId);
        if (page) return { page, isNew: false };

        const inserted = await insertPage(ctx, tx, draft, userId);
        await tx.update(contentSuggestions).set({ pageId: inserted.id }).where(oneSuggestion(tenant, draftId));
        if (status !== 'published') await editRecord(tx, tenant, subject(draftId, userId), { status: 'accepted' });
        return { page: inserted, isNew: true };
      });
      ctx.reply.code(made.isNew ? 201 : 200);
      return pageResponse(ctx, made.page, made.isNew ? authors : await loadAuthors(ctx, [made.page.createdBy]));
    }),
};
