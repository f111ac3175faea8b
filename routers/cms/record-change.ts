import { randomUUIDv7 } from 'node:crypto';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { insertOf } from '../../db/prepared-insert.ts';
import { pageActivity, type pages, pageVersions } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { factsChanged } from '../../server/cache/versions.ts';
import { notify } from '../notifications/public.ts';
import { emit } from '../webhooks/public.ts';
import { pageEvents } from './events.ts';

type Page = typeof pages.$inferSelect;
type Status = Page['status'];
type ActivityType = (typeof pageActivity.$inferSelect)['type'];

/** The activity of a change of status. Every change of status is allowed. */
export function activityOf(from: Status, to: Status): ActivityType {
  if (from === to) return 'edited';
  if (to === 'published') return 'published';
  if (from === 'published') return 'unpublished';
  return to === 'review' ? 'submitted_for_review' : 'changes_requested';
}

const insertVersion = tenantQuery((db) =>
  insertOf(db, pageVersions, [
    ...(['clientId', 'id', 'pageId', 'version', 'title', 'content', 'size', 'status', 'tags'] as const),
    ...(['seoTitle', 'seoDescription', 'changed', 'createdBy', 'createdAt'] as const),
  ]),
);
const insertActivity = tenantQuery((db) =>
  insertOf(db, pageActivity, [
    ...(['clientId', 'id', 'pageId', 'version', 'type', 'fromStatus', 'toStatus', 'createdBy', 'createdAt'] as const),
  ]),
);

interface Change {
  type: ActivityType;
  changed: string[];
  fromStatus: Status | null;
  createdBy: string;
}

/**
 * Stores version, activity and events of a change in its transaction, invalidates the cached figures, and has a review
 * requested told.
 */
export function recordChange(tx: TenantDb, tenant: Tenant, page: Page, change: Change) {
  const { type, changed, fromStatus, createdBy } = change;
  const { clientId, id: pageId, version, title, content, status, tags, seoTitle, seoDescription } = page;
  const common = { clientId, pageId, version, createdBy, createdAt: page.updatedAt };
  const isForReview = status === 'review' && fromStatus !== 'review';
  const fields = { title, content, size: content.length, status, tags, seoTitle, seoDescription };
  const events = pageEvents(page, fromStatus);
  return Promise.all([
    insertVersion(tx).execute({ ...common, id: randomUUIDv7(), ...fields, changed }),
    insertActivity(tx).execute({ ...common, id: randomUUIDv7(), type, fromStatus, toStatus: status }),
    factsChanged(tx, tenant),
    ...(isForReview
      ? [notify(tx, tenant, { kind: 'reviewRequested', subject: `${pageId} ${version}`, causedBy: createdBy })]
      : []),
    ...(events.length > 0 ? [emit(tx, tenant, ...events)] : []),
  ]);
}
