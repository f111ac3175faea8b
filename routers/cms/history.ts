import type { Db } from '../../db/connection.ts';
import { pageActivity, type pages, pageVersions } from '../../db/schema/index.ts';

type Page = typeof pages.$inferSelect;
type Status = Page['status'];
export type ActivityType = (typeof pageActivity.$inferSelect)['type'];

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

/** Keeps the version that a page has come to and says what was done, in the transaction that did it. */
export async function keepTrack(tx: Pick<Db, 'insert'>, page: Page, { type, changed, fromStatus, createdBy }: Change) {
  const { clientId, id: pageId, version, updatedAt: createdAt, content, status: toStatus } = page;
  const common = { clientId, pageId, version, createdBy, createdAt };
  const { title, status, tags, seoTitle, seoDescription } = page;
  await tx
    .insert(pageVersions)
    .values({ ...common, title, content, size: content.length, status, tags, seoTitle, seoDescription, changed });
  await tx.insert(pageActivity).values({ ...common, type, fromStatus, toStatus });
}
