import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { pages } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { invalid, notFound, PortalError } from '../../server/errors.ts';
import { DATA_BYTES, jsonBytes } from '../../server/lists/page.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { requireMatch } from './etag.ts';
import { activityOf, recordChange } from './record-change.ts';
import { composer } from './rendering/composer.ts';
import { assess } from './scoring/assess.ts';
import type { Edit } from './shapes.ts';
import { freeSlug } from './slugs.ts';

export type PageRow = typeof pages.$inferSelect;
type WriteContext = Pick<RequestContext, 'deps' | 'caller' | 'request'> & { db: TenantDb; tenant: Tenant };

const FIELDS = ['title', 'content', 'status', 'seoTitle', 'seoDescription', 'tags'] as const;

function writerOf({ caller }: WriteContext) {
  if (caller.kind !== 'person') throw new PortalError('FORBIDDEN');
  return caller.user.id;
}

/** Refuses content that could be saved but not returned. @throws VALIDATION_ERROR */
function requireReturnable(content: string, { contentHtml }: Pick<PageRow, 'contentHtml'>) {
  if (jsonBytes([content, contentHtml]) > DATA_BYTES)
    throw invalid('content', 'is too large: the content and its HTML together must take less than 4 MiB of JSON');
}

/** Creates a page with its first version and its first activity entry. */
export async function createPage(
  ctx: WriteContext,
  draft: Pick<PageRow, 'title' | 'content' | 'status' | 'contentFormat'>,
): Promise<PageRow> {
  const { db, tenant, deps } = ctx;
  const createdBy = writerOf(ctx);
  const { facts, ...composed } = await deps.use(composer).compose(tenant, {
    content: draft.content,
    format: draft.contentFormat,
  });
  requireReturnable(draft.content, composed);
  const scores = assess({ title: draft.title, seoTitle: null, seoDescription: null, facts });

  return db.transaction(async (tx) => {
    const slug = await freeSlug(tx, tenant, draft.title);
    const publishedAt = draft.status === 'published' ? sql`now()` : null;
    const [page] = await tx
      .insert(pages)
      .values({ clientId: tenant.clientId, ...draft, slug, ...composed, ...scores, publishedAt, createdBy })
      .returning();
    if (!page) throw new Error('The page was not inserted.');
    await recordChange(tx, tenant, page, { type: 'created', changed: [], fromStatus: null, createdBy });
    return page;
  });
}

/** The fields whose values an edit changes. */
const changesOf = (edit: Edit, page: PageRow) =>
  FIELDS.filter((field) => edit[field] !== undefined && !isDeepStrictEqual(edit[field], page[field]));

type Changes = Partial<Pick<PageRow, (typeof FIELDS)[number]>>;

// Taken after the lock and never before the previous version, even when the clock goes back.
const NOW = sql`greatest(${pages.updatedAt}, date_trunc('milliseconds', statement_timestamp()))`;

/**
 * Saves an edit with a new version and an activity entry in one transaction, if it changes anything. The content is
 * rendered before the page is locked, so that long content does not block other writers.
 *
 * @throws NOT_FOUND; VERSION_CONFLICT when `If-Match` names another version; VALIDATION_ERROR when rendering takes too long or the page is too large
 */
export async function savePage(ctx: WriteContext, id: string, edit: Edit, restoring = false): Promise<PageRow> {
  const { db, tenant, deps, request } = ctx;
  const createdBy = writerOf(ctx);
  const requestedPage = ownedBy(tenant, pages, eq(pages.id, id));
  const { version, contentFormat } = pages;
  const [found] = await db.select({ id: pages.id, version, contentFormat }).from(pages).where(requestedPage);
  if (!found) throw notFound();
  requireMatch(request, found);

  const { content } = edit;
  const composed =
    content === undefined
      ? undefined
      : await deps.use(composer).compose(tenant, { content, format: found.contentFormat });
  if (content !== undefined && composed) requireReturnable(content, composed);
  return db.transaction(async (tx) => {
    const [page] = await tx.select().from(pages).where(requestedPage).for('no key update');
    if (!page) throw notFound();
    requireMatch(request, page);

    const changed = changesOf(edit, page);
    if (changed.length === 0 && !restoring) return page;

    const changes: Changes = Object.fromEntries(changed.map((field) => [field, edit[field]]));
    const next = { ...page, ...changes, ...composed };
    // A published URL must stay valid.
    const slugChanges = changed.includes('title') && !page.publishedAt;
    const [saved] = await tx
      .update(pages)
      .set({
        ...changes,
        ...composed,
        ...assess(next),
        slug: slugChanges ? await freeSlug(tx, tenant, next.title, id) : page.slug,
        publishedAt: page.publishedAt ?? (next.status === 'published' ? NOW : null),
        version: page.version + 1,
        updatedAt: NOW,
      })
      .where(requestedPage)
      .returning();
    if (!saved) throw new Error('The page was not updated.');
    const type = restoring ? 'restored' : activityOf(page.status, saved.status);
    await recordChange(tx, tenant, saved, { type, changed, fromStatus: page.status, createdBy });
    return saved;
  });
}
