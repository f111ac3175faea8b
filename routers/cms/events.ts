import type { pages } from '../../db/schema/index.ts';
import type { ClientEvent } from '../webhooks/public.ts';

type Page = Pick<typeof pages.$inferSelect, 'id' | 'version' | 'status'>;

/** The events of a page that has another status than before. */
export function pageEvents({ id: pageId, version, status }: Page, before: Page['status'] | null): ClientEvent[] {
  if (status === before || status === 'draft') return [];
  const type = status === 'published' ? 'page.published' : 'page.review_requested';
  return [{ type, subject: pageId, data: { pageId, version } }];
}
