import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { insertOf } from '../../db/prepared-insert.ts';
import { pageActivity, pages } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { notFound } from '../../server/errors.ts';
import { livePages } from './live.ts';
import { activityOf, recordChange } from './record-change.ts';
import type { Rendered } from './rendering/render.ts';
import { assess } from './scoring/assess.ts';
import type { Edit } from './shapes.ts';
import { freeSlug, slugOf } from './slugs.ts';
import { assertRoom, type Writer } from './storage.ts';
import { markPublished } from './suggestion.ts';

// What is stored of pages, in the transaction and under the lock of its caller: a person's call, or the sweep that
// publishes.

export type PageRow = typeof pages.$inferSelect;

const FIELDS = ['title', 'content', 'status', 'seoTitle', 'seoDescription', 'tags'] as const;

/** Locks a page until the transaction ends. @throws NOT_FOUND, for a page in the bin too */
export async function lockPage(tx: TenantDb, tenant: Tenant, id: string): Promise<PageRow> {
  const [page] = await tx
    .select()
    .from(pages)
    .where(livePages(tenant, eq(pages.id, id)))
    .for('no key update');
  if (!page) throw notFound();
  return page;
}

/** A page that is rendered and not yet stored. */
export type NewPage = Pick<PageRow, 'title' | 'content' | 'status' | 'contentFormat'> & { rendered: Rendered };

const insertNew = tenantQuery((db) =>
  insertOf(
    db,
    pages,
    [
      ...([
        'clientId',
        'id',
        'title',
        'slug',
        'status',
        'contentFormat',
        'content',
        'contentHtml',
        'rendering',
      ] as const),
      ...([
        'wordCount',
        'excerpt',
        'facts',
        'seoScore',
        'contentScore',
        'overallScore',
        'audits',
        'createdBy',
      ] as const),
    ],
    { publishedAt: sql`case when ${sql.placeholder('status')} = 'published' then now() end` },
  ).returning(),
);

/**
 * Stores a page with its first version and its first activity entry.
 *
 * @throws PAYLOAD_TOO_LARGE when the organization has no room for it
 */
export async function insertPage(writer: Writer, tx: TenantDb, { rendered, ...draft }: NewPage, createdBy: string) {
  const { tenant } = writer;
  const { facts, ...html } = rendered;
  const scores = assess({ title: draft.title, seoTitle: null, seoDescription: null, facts });
  const slug = await freeSlug(tx, tenant, slugOf(draft.title));
  const keys = { clientId: tenant.clientId, id: randomUUIDv7() };
  const [page] = await insertNew(tx).execute({ ...keys, ...draft, slug, ...html, ...scores, createdBy });
  if (!page) throw new Error('The page was not inserted.');
  await Promise.all([
    recordChange(tx, tenant, page, { type: 'created', changed: [], fromStatus: null, createdBy }),
    assertRoom(writer, tx),
  ]);
  return page;
}

/** The fields whose values an edit changes. */
const changesOf = (edit: Edit, page: PageRow) =>
  FIELDS.filter((field) => edit[field] !== undefined && !isDeepStrictEqual(edit[field], page[field]));

type Changes = Partial<Pick<PageRow, (typeof FIELDS)[number]>>;

// Taken after the lock and never before the previous version, even when the clock goes back.
const NOW = sql`greatest(${pages.updatedAt}, date_trunc('milliseconds', statement_timestamp()))`;

interface SaveOptions {
  /** The rendered content, where the edit has content. */
  rendered?: Rendered | undefined;
  createdBy: string;
  /** Whether an older version is restored, which is a version even if nothing differs. */
  restoring?: boolean;
}

/** Stores an edit of a locked page with a new version and an activity entry, if it changes anything. */
export async function storeEdit(tx: TenantDb, tenant: Tenant, page: PageRow, edit: Edit, options: SaveOptions) {
  const { rendered, createdBy, restoring = false } = options;
  const changed = changesOf(edit, page);
  if (changed.length === 0 && !restoring) return page;

  const changes: Changes = Object.fromEntries(changed.map((field) => [field, edit[field]]));
  const next = { ...page, ...changes, ...rendered };
  const publishes = changed.includes('status') && next.status === 'published';
  const suggestion = publishes ? await markPublished(tx, tenant, page.id, createdBy) : undefined;
  // A published URL must stay valid.
  const slugChanges = changed.includes('title') && !page.publishedAt;
  // A page that is published, or sent back, is no longer waiting for its time.
  const isWaiting = !changed.includes('status') || next.status === 'review';
  const [saved] = await tx
    .update(pages)
    .set({
      ...changes,
      ...rendered,
      ...assess(next),
      slug: slugChanges ? await freeSlug(tx, tenant, slugOf(next.title), page.id) : page.slug,
      publishedAt: page.publishedAt ?? (next.status === 'published' ? NOW : null),
      ...(!isWaiting && { scheduledAt: null, scheduledBy: null }),
      version: page.version + 1,
      updatedAt: NOW,
    })
    .where(ownedBy(tenant, pages, eq(pages.id, page.id)))
    .returning();
  if (!saved) throw new Error('The page was not updated.');
  const type = restoring ? 'restored' : activityOf(page.status, saved.status);
  await recordChange(tx, tenant, saved, { type, changed, fromStatus: page.status, createdBy });
  await suggestion?.();
  return saved;
}

/** Stores where a locked page is. That is no part of its text, so it makes no version, and restoring one leaves it. */
export async function storeUrl(tx: TenantDb, tenant: Tenant, page: PageRow, url: string | null | undefined) {
  if (url === undefined || url === page.url) return page;
  await tx
    .update(pages)
    .set({ url })
    .where(ownedBy(tenant, pages, eq(pages.id, page.id)));
  return { ...page, url };
}

interface Event {
  type: (typeof pageActivity.$inferInsert)['type'];
  createdBy: string;
  /** The columns that the event changes. */
  change?: Partial<PageRow>;
}

/** Stores an event of a locked page that makes no version, with its activity entry. */
export async function storeEvent(tx: TenantDb, tenant: Tenant, page: PageRow, { type, createdBy, change }: Event) {
  const { clientId, id: pageId, version, status } = page;
  const step = page.events + 1;
  const [saved] = await tx
    .update(pages)
    .set({ ...change, events: step })
    .where(ownedBy(tenant, pages, eq(pages.id, pageId)))
    .returning();
  if (!saved) throw new Error('The page was not updated.');
  await tx.insert(pageActivity).values({
    clientId,
    pageId,
    version,
    step,
    type,
    fromStatus: status,
    toStatus: status,
    createdBy,
    createdAt: sql`statement_timestamp()`,
  });
  return saved;
}
