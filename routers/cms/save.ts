import type { TenantDb } from '../../db/handles.ts';
import type { Tenant } from '../../db/tenant.ts';
import { invalid } from '../../server/errors.ts';
import { outside } from '../../server/http/admission.ts';
import { DATA_BYTES, jsonBytes } from '../../server/lists/page.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { callingPerson } from '../values/people.ts';
import { requireMatch } from './etag.ts';
import type { Rendered } from './rendering/render.ts';
import { renderer } from './rendering/renderer.ts';
import type { Edit } from './shapes.ts';
import { assertRoom } from './storage.ts';
import { insertPage, lockPage, type NewPage, type PageRow, storeEdit, storeUrl } from './store.ts';

type WriteContext = Pick<RequestContext, 'deps' | 'caller' | 'request' | 'stillAdmitted'> & {
  db: TenantDb;
  tenant: Tenant;
};
type Source = Pick<PageRow, 'content' | 'contentFormat'>;

/**
 * Renders content, and refuses what could be saved but not returned. Long content takes seconds with the wait for its
 * turn, so that the writer is admitted again.
 *
 * @throws VALIDATION_ERROR, and as the procedure of the call does
 */
async function renderContent(ctx: WriteContext, { content, contentFormat: format }: Source): Promise<Rendered> {
  const { deps, tenant, request, stillAdmitted } = ctx;
  const rendered = await outside(request, () => deps.use(renderer).render(tenant, { content, format }));
  await stillAdmitted();
  if (jsonBytes([content, rendered.contentHtml]) > DATA_BYTES)
    throw invalid('content', 'is too large: the content and its HTML together must take less than 4 MiB of JSON');
  return rendered;
}

/** Renders a page that is to be stored. @throws VALIDATION_ERROR */
export const renderPage = async (ctx: WriteContext, draft: Omit<NewPage, 'rendered'>): Promise<NewPage> => ({
  ...draft,
  rendered: await renderContent(ctx, draft),
});

/** Creates a page with its first version and its first activity entry. */
export async function createPage(ctx: WriteContext, draft: Omit<NewPage, 'rendered'>): Promise<PageRow> {
  const createdBy = callingPerson(ctx.caller);
  const page = await renderPage(ctx, draft);
  return ctx.db.transaction((tx) => insertPage(ctx, tx, page, createdBy));
}

/**
 * Saves an edit with a new version and an activity entry in one transaction, if it changes anything. The content is
 * rendered before the page is locked, so that long content does not block other writers.
 *
 * @throws NOT_FOUND; VERSION_CONFLICT when `If-Match` names another version; VALIDATION_ERROR when rendering takes too
 * long or the page is too large; PAYLOAD_TOO_LARGE when the organization has no room for it
 */
export async function savePage(
  ctx: WriteContext,
  found: Pick<PageRow, 'id' | 'contentFormat'>,
  edit: Edit,
  restoring = false,
): Promise<PageRow> {
  const { db, tenant, request } = ctx;
  const createdBy = callingPerson(ctx.caller);
  const { content } = edit;
  const rendered = content === undefined ? undefined : await renderContent(ctx, { ...found, content });
  return db.transaction(async (tx) => {
    const page = await lockPage(tx, tenant, found.id);
    requireMatch(request, page);
    const moved = await storeUrl(tx, tenant, page, edit.url);
    const saved = await storeEdit(tx, tenant, moved, edit, { rendered, createdBy, restoring });
    if (saved.version > page.version)
      await assertRoom(ctx, tx, { bringsText: saved.content !== page.content || restoring });
    return saved;
  });
}
