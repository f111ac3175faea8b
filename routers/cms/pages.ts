import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { z } from 'zod';
import { tenantQuery } from '../../db/prepared.ts';
import { pages } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { notFound } from '../../server/errors.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { ById, Data } from '../shapes.ts';
import { bylines } from './bylines.ts';
import { pageEtag } from './etag.ts';
import { thisPage } from './past.ts';
import { composer } from './rendering/composer.ts';
import { RENDERING } from './rendering/version.ts';
import { createPage, type PageRow, savePage } from './save.ts';
import { Content, Format, Page, PageSummary, PageTitle, SeoDescription, SeoTitle, Status, Tags } from './shapes.ts';
import { pageOf, summaryOf } from './shown.ts';

const { get, put, post } = rest('CMS');

const ETAG = { responseHeaders: z.object({ ETag: z.string().meta({ description: 'Names the version.' }) }) };
const IF_MATCH = z.string().optional().meta({ description: 'The ETag that was read: a page changed since is a 412.' });
export const CONDITIONAL = {
  ...ETAG,
  requestHeaders: z.object({ 'If-Match': IF_MATCH }),
  errors: ['VERSION_CONFLICT'] as const,
};

const Pages = z.object({
  status: Status.optional(),
  limit: z.number().int().min(1).max(500).default(200),
  offset: z.number().int().min(0).max(1_000_000_000).default(0),
});

const NewPage = z.object({
  title: PageTitle,
  content: Content.default(''),
  status: Status.default('draft'),
  contentFormat: Format.optional().meta({
    description: 'When left out: html for content that begins with a tag, else markdown.',
  }),
});

/** A partial change, that names something to change at least. */
const someOf = <Shape extends z.ZodRawShape>(fields: Shape) => {
  const names = Object.keys(fields);
  const sentence = `send at least one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return ById.extend(z.object(fields).partial().shape).refine(
    (edit) => names.some((name) => (edit as Record<string, unknown>)[name] !== undefined),
    sentence,
  );
};

const PageEdit = someOf({ title: PageTitle, content: Content, status: Status });
const MetadataEdit = someOf({ seoTitle: SeoTitle, seoDescription: SeoDescription, tags: Tags });

const { clientId, content, contentHtml, rendering, facts, audits, ...summaryColumns } = getTableColumns(pages);

const onePage = tenantQuery((db) => db.select().from(pages).where(thisPage));

type Reading = Pick<RequestContext, 'deps' | 'reply'> & { tenant: Tenant };

/** A page as the answer, with its entity tag. */
export async function answer(ctx: Reading, page: PageRow) {
  const people = await bylines(ctx, [page.createdBy]);
  ctx.reply.header('ETag', pageEtag(page));
  return { ok: true as const, data: pageOf(page, people) };
}

const beginsWithTag = (content: string) => /^\s*<[a-z!]/i.test(content);

export const pageProcedures = {
  list: tenantProcedure
    .meta(
      get('/cms/pages', 'The organization’s pages without their content, the last changed first', {
        responseHeaders: z.object({ 'X-Has-More': z.enum(['true', 'false']) }),
      }),
    )
    .input(Pages)
    .output(z.array(PageSummary))
    .query(async ({ ctx, input: { status, limit, offset } }) => {
      const rows = await ctx.db
        .select(summaryColumns)
        .from(pages)
        .where(ownedBy(ctx.tenant, pages, status && eq(pages.status, status)))
        .orderBy(desc(pages.updatedAt), desc(pages.id))
        .limit(limit + 1)
        .offset(offset);
      ctx.reply.header('X-Has-More', String(rows.length > limit));
      const shown = rows.slice(0, limit);
      const people = await bylines(
        ctx,
        shown.map((row) => row.createdBy),
      );
      return shown.map((row) => summaryOf(row, people));
    }),

  get: tenantProcedure
    .meta(get('/cms/pages/{id}', 'One page', ETAG))
    .input(ById)
    .output(Data(Page))
    .query(async ({ ctx, input: { id } }) => {
      const { db, tenant, deps } = ctx;
      const [page] = await onePage(db).execute({ clientId: tenant.clientId, id });
      if (!page) throw notFound();
      if (page.rendering === RENDERING) return answer(ctx, page);

      const { facts: _, ...anew } = await deps.use(composer).compose(tenant, {
        content: page.content,
        format: page.contentFormat,
      });
      await db
        .update(pages)
        .set(anew)
        .where(ownedBy(tenant, pages, and(eq(pages.id, id), eq(pages.version, page.version))));
      return answer(ctx, { ...page, ...anew });
    }),

  create: tenantProcedure
    .meta(post('/cms/pages', 'Make a page', { status: 201, ...ETAG }))
    .input(NewPage)
    .output(Data(Page))
    .mutation(async ({ ctx, input }) => {
      const contentFormat = input.contentFormat ?? (beginsWithTag(input.content) ? 'html' : 'markdown');
      return answer(ctx, await createPage(ctx, { ...input, contentFormat }));
    }),

  update: tenantProcedure
    .meta(put('/cms/pages/{id}', 'Change a page: its title, content or status', CONDITIONAL))
    .input(PageEdit)
    .output(Data(Page))
    .mutation(async ({ ctx, input: { id, ...edit } }) => answer(ctx, await savePage(ctx, id, edit))),

  updateMetadata: tenantProcedure
    .meta(put('/cms/pages/{id}/metadata', 'Change what search engines are told of a page, and its tags', CONDITIONAL))
    .input(MetadataEdit)
    .output(Data(Page))
    .mutation(async ({ ctx, input: { id, ...edit } }) => answer(ctx, await savePage(ctx, id, edit))),
};
