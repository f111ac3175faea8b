import { and, eq, getTableColumns } from 'drizzle-orm';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { pages } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { notFound } from '../../server/errors.ts';
import { outside } from '../../server/http/admission.ts';
import { TEXT } from '../../server/limits/sizes.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { containing } from '../values/containing.ts';
import { HttpUrl } from '../values/fields.ts';
import { callingPerson } from '../values/people.ts';
import { atLeastOneOf, ById, Data, Part, paging } from '../values/shapes.ts';
import { type Authors, loadAuthors } from './authors.ts';
import { pageEtag } from './etag.ts';
import { requestedPage } from './history-list.ts';
import { livePages } from './live.ts';
import { toPage, toPageSummary } from './page-response.ts';
import { renderer } from './rendering/renderer.ts';
import { RENDERING } from './rendering/version.ts';
import { createPage, savePage } from './save.ts';
import { Content, Format, Page, PageSummary, PageTitle, SeoDescription, SeoTitle, Status, Tags } from './shapes.ts';
import type { PageRow } from './store.ts';

const { get, put, post } = rest('CMS', { weight: 'heavy' });

const EXAMPLE_TAG = '"019c65a4-6f3e-7d21-9b54-2f8c1e7a4d90.3"';
export const PAGE_ETAG = {
  responseHeaders: z.object({
    ETag: z.string().meta({ description: 'Entity tag of this version of the page.', example: EXAMPLE_TAG }),
  }),
};
const IF_MATCH = z.string().optional().meta({
  description: 'ETag of the version that was read; 412 VERSION_CONFLICT when the page has changed since.',
  example: '*',
});
export const CONDITIONAL = {
  ...PAGE_ETAG,
  requestHeaders: z.object({ 'If-Match': IF_MATCH }),
  errors: ['VERSION_CONFLICT'] as const,
};

const Pages = z.object({
  status: Status.optional().describe('Only pages with this status.'),
  search: z
    .string()
    .trim()
    .max(TEXT.pageTitle)
    .meta({ description: 'Only pages with this text in the title, in upper or lower case.', example: 'implant' })
    .optional(),
  ...paging(200, 500),
  offset: Part.shape.offset,
});

const NewPage = z.object({
  title: PageTitle,
  content: Content.default(''),
  status: Status.default('draft').describe('Status of the new page.'),
  contentFormat: Format.optional().meta({
    description: 'Format of the content; by default html for content that begins with a tag, otherwise markdown.',
  }),
});

const PageEdit = atLeastOneOf({ title: PageTitle, content: Content, status: Status });
const PageUrl = HttpUrl.nullable().meta({
  description: 'Where the page is; null for where its newest figures say.',
  example: 'https://harbordental.example/services/dental-implants',
});
const MetadataEdit = atLeastOneOf({ seoTitle: SeoTitle, seoDescription: SeoDescription, tags: Tags, url: PageUrl });

const { clientId, content, contentHtml, rendering, facts, audits, ...others } = getTableColumns(pages);
/** All columns of a page but the content and the data computed from it. */
export const summaryColumns = others;

const order = keyset('pages', 'desc', [pages.updatedAt, KEY.moment], [pages.id, KEY.id]);

const pageById = tenantQuery((db) => db.select().from(pages).where(requestedPage));

type ReadContext = Pick<RequestContext, 'deps' | 'reply'> & { tenant: Tenant };

/** The response with a page; sets its ETag. */
export function pageResponse({ reply }: Pick<RequestContext, 'reply'>, page: PageRow, authors: Authors) {
  reply.header('ETag', pageEtag(page));
  return { ok: true as const, data: toPage(page, authors) };
}

/** The response with a page that was read. */
const readPageResponse = async (ctx: ReadContext, page: PageRow) =>
  pageResponse(ctx, page, await loadAuthors(ctx, [page.createdBy]));

/** What of a page is read before it is saved. */
type FoundPage = Pick<PageRow, 'id' | 'contentFormat' | 'createdBy'>;

/**
 * The response with a page that `save` stores. The names for it are read before, so that a page which is stored is not
 * answered with an error for their sake.
 */
export async function savedPageResponse(
  ctx: ReadContext & { db: TenantDb },
  id: string,
  save: (found: FoundPage) => Promise<PageRow>,
) {
  const [page] = await ctx.db
    .select({ id: pages.id, contentFormat: pages.contentFormat, createdBy: pages.createdBy })
    .from(pages)
    .where(livePages(ctx.tenant, eq(pages.id, id)));
  if (!page) throw notFound();
  const authors = await loadAuthors(ctx, [page.createdBy]);
  return pageResponse(ctx, await save(page), authors);
}

const beginsWithTag = (content: string) => /^\s*<[a-z!]/i.test(content);

export const pageProcedures = {
  list: tenantProcedure
    .meta(
      get('/cms/pages', 'List pages', {
        tool: {
          name: 'list_pages',
          hint: 'Find a page here, and read it with `get_page`.',
          untrusted: ['data.title', 'data.metadata.excerpt', 'data.metadata.seoTitle', 'data.metadata.seoDescription'],
        },
        description: 'The pages of the organization, most recently updated first, without their content.',
        returns: 'The pages, most recently updated first.',
        ...PAGED,
      }),
    )
    .input(Pages)
    .output(z.array(PageSummary))
    .query(async ({ ctx, input }) => {
      const { status, search, limit, offset, after } = input;
      const titled = search ? containing(pages.title, search) : undefined;
      const rows = await ctx.db
        .select(summaryColumns)
        .from(pages)
        .where(livePages(ctx.tenant, status && eq(pages.status, status), titled, order.after(after)))
        .orderBy(...order.orderBy)
        .limit(limit + 1)
        .offset(offset);
      const page = endPage(ctx, input, rows, ({ updatedAt, id }) => order.cursorOf([updatedAt.toISOString(), id]));
      const authors = await loadAuthors(
        ctx,
        page.map((row) => row.createdBy),
      );
      return page.map((row) => toPageSummary(row, authors));
    }),

  get: tenantProcedure
    .meta(
      get('/cms/pages/{id}', 'Get a page', {
        tool: {
          name: 'get_page',
          hint: 'Long content comes in parts: go on with `offset`.',
          untrusted: [
            'data.title',
            'data.content',
            'data.metadata.excerpt',
            'data.metadata.seoTitle',
            'data.metadata.seoDescription',
          ],
          omit: ['data.contentHtml'],
        },
        description: 'A page with its source, its sanitized HTML, its scores and its metadata.',
        returns: 'The page and its ETag.',
        ...PAGE_ETAG,
      }),
    )
    .input(ById)
    .output(Data(Page))
    .query(async ({ ctx, input: { id } }) => {
      const { db, tenant, deps, request } = ctx;
      const [page] = await pageById(db).execute({ clientId: tenant.clientId, id });
      if (!page) throw notFound();
      if (page.rendering === RENDERING) return readPageResponse(ctx, page);

      const source = { content: page.content, format: page.contentFormat };
      const { facts: _, ...rendered } = await outside(request, () => deps.use(renderer).render(tenant, source));
      await db
        .update(pages)
        .set(rendered)
        .where(ownedBy(tenant, pages, and(eq(pages.id, id), eq(pages.version, page.version))));
      return readPageResponse(ctx, { ...page, ...rendered });
    }),

  create: tenantProcedure
    .meta(
      post('/cms/pages', 'Create a page', {
        tool: {
          name: 'draft_page',
          hint: 'The page is a draft: people publish it in the portal.',
          untrusted: ['data.title', 'data.content', 'data.metadata.excerpt'],
          omit: ['data.contentHtml'],
          fixed: { status: 'draft' },
        },
        description:
          'Creates a page with version 1 and a unique slug from its title. Only for users: an API key is refused with 403.',
        returns: 'The new page and its ETag.',
        status: 201,
        ...PAGE_ETAG,
      }),
    )
    .input(NewPage)
    .output(Data(Page))
    .mutation(async ({ ctx, input }) => {
      const contentFormat = input.contentFormat ?? (beginsWithTag(input.content) ? 'html' : 'markdown');
      const authors = await loadAuthors(ctx, [callingPerson(ctx.caller)]);
      return pageResponse(ctx, await createPage(ctx, { ...input, contentFormat }), authors);
    }),

  update: tenantProcedure
    .meta(
      put('/cms/pages/{id}', 'Update a page', {
        description:
          'Changes the title, the content or the status; at least one is required. A change creates a version; a request that changes nothing does not. The slug follows the title until the first publication.',
        returns: 'The updated page and its ETag.',
        ...CONDITIONAL,
      }),
    )
    .input(PageEdit)
    .output(Data(Page))
    .mutation(async ({ ctx, input: { id, ...edit } }) =>
      savedPageResponse(ctx, id, (page) => savePage(ctx, page, edit)),
    ),

  updateMetadata: tenantProcedure
    .meta(
      put('/cms/pages/{id}/metadata', 'Update page metadata', {
        description:
          'Changes the search engine title, the search engine description, the tags or the address of the page; at least one is required. A change creates a version; one of the address alone does not.',
        returns: 'The updated page and its ETag.',
        ...CONDITIONAL,
      }),
    )
    .input(MetadataEdit)
    .output(Data(Page))
    .mutation(async ({ ctx, input: { id, ...edit } }) =>
      savedPageResponse(ctx, id, (page) => savePage(ctx, page, edit)),
    ),
};
