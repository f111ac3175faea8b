import type { TenantDb } from '../../db/handles.ts';
import { pageActivity, type pages, pageVersions } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { factsChanged } from '../../server/cache/versions.ts';

type Page = typeof pages.$inferSelect;
type Status = Page['status'];
type ActivityType = (typeof pageActivity.$inferSelect)['type'];

/** What a change of status is called. Any may follow any other. */
export function activityOf(from: Status, to: Status): ActivityType {
  if (from === to) return 'edited';
  if (to === 'published') return 'published';
  if (from === 'published') return 'unpublished';
  return to === 'review' ? 'submitted_for_review' : 'changes_requested';
}

interface Change {
  type: ActivityType;
  changed: string[];
  fromStatus: Status | null;
  createdBy: string;
}

/**
 * What belongs to a change besides the page itself, sent together in the transaction that makes it: the version that the
 * page has come to, what was done and by whom, and that what was computed from pages is stale.
 */
export function keepTrack(tx: TenantDb, tenant: Tenant, page: Page, change: Change) {
  const { type, changed, fromStatus, createdBy } = change;
  const { clientId, id: pageId, version, title, content, status, tags, seoTitle, seoDescription } = page;
  const common = { clientId, pageId, version, createdBy, createdAt: page.updatedAt };
  const written = { title, content, size: content.length, status, tags, seoTitle, seoDescription };
  return Promise.all([
    tx.insert(pageVersions).values({ ...common, ...written, changed }),
    tx.insert(pageActivity).values({ ...common, type, fromStatus, toStatus: status }),
    factsChanged(tx, tenant),
  ]);
}
